# Single units, chosen by rule from the scores and read from the raw records.


rule cases:
    input:
        scores=lambda wildcards: PLAN.score_tables(wildcards.audit),
        trajectories=lambda wildcards: PLAN.trajectories(wildcards.audit),
        population=f"{ROOT}/{{audit}}/population/items.jsonl",
        artifacts=lambda wildcards: PLAN.artifact_files(
            wildcards.audit, "artifacts.jsonl"
        ),
    output:
        cases=update(f"{ROOT}/{{audit}}/cases/cases.json"),
        lineage=update(f"{ROOT}/{{audit}}/cases/lineage.json"),
    log:
        f"{ROOT}/logs/{{audit}}/cases.log",
    benchmark:
        f"{ROOT}/logs/benchmarks/{{audit}}.cases.tsv"
    conda:
        "../envs/cpu.yaml"
    params:
        given=params_of("cases"),
        code=code_of("cases"),
        root=lambda wildcards: ROOT,
    shell:
        "exec python -m earned.cases --root {params.root} --audit {wildcards.audit}"
        " --params {params.given:q} --out $(dirname {output.cases})"
        " --scores {input.scores} --trajectories {input.trajectories}"
        " --population {input.population} --artifacts {input.artifacts}"
        " > {log} 2> >(tee -a {log} >&2)"
