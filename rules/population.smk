# From the data file to the frozen request sets.


rule population:
    input:
        data=STUDY.data.path.as_posix(),
    output:
        members=update(f"{ROOT}/{{audit}}/population/items.jsonl"),
        lineage=update(f"{ROOT}/{{audit}}/population/lineage.json"),
    log:
        f"{ROOT}/logs/{{audit}}/population.log",
    benchmark:
        f"{ROOT}/logs/benchmarks/{{audit}}.population.tsv"
    conda:
        "../envs/cpu.yaml"
    params:
        given=params_of("population"),
        code=code_of("population"),
        root=lambda wildcards: ROOT,
    shell:
        "exec python -m earned.population --root {params.root} --audit {wildcards.audit}"
        " --params {params.given:q} --out {params.root}/{wildcards.audit}/population"
        " --data {input.data:q}"
        " > {log} 2> >(tee -a {log} >&2)"
