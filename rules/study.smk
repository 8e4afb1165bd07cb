# The complete configuration, frozen in the results folder.


rule study:
    output:
        config=update(f"{ROOT}/study/config.json"),
        lineage=update(f"{ROOT}/study/lineage.json"),
    log:
        f"{ROOT}/logs/study.log",
    benchmark:
        f"{ROOT}/logs/benchmarks/study.tsv"
    conda:
        "../envs/cpu.yaml"
    params:
        given=config_json(STUDY),
        code=PLAN.code("study", "study"),
        root=lambda wildcards: ROOT,
    shell:
        "exec python -m earned.study --root {params.root} --audit study"
        " --params {params.given:q} --out {params.root}/study"
        " > {log} 2> >(tee -a {log} >&2)"
