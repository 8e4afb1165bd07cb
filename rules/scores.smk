# Scores, exposure and labels of one cell. No engine is imported here.


rule scores:
    input:
        trajectories=f"{ROOT}/{{audit}}/agents/{{model}}/{{regime}}/{{surface}}/trajectories.jsonl",
        population=f"{ROOT}/{{audit}}/population/items.jsonl",
        artifacts=f"{ROOT}/{{audit}}/artifacts/{{regime}}/artifacts.jsonl",
    output:
        scores=update(
            f"{ROOT}/{{audit}}/scores/{{model}}/{{regime}}/{{surface}}/scores.parquet"
        ),
        lineage=update(
            f"{ROOT}/{{audit}}/scores/{{model}}/{{regime}}/{{surface}}/lineage.json"
        ),
    log:
        f"{ROOT}/logs/{{audit}}/scores.{{model}}.{{regime}}.{{surface}}.log",
    benchmark:
        f"{ROOT}/logs/benchmarks/{{audit}}.scores.{{model}}.{{regime}}.{{surface}}.tsv"
    conda:
        "../envs/cpu.yaml"
    params:
        given=lambda wildcards: PLAN.parameters(
            "scores", wildcards.audit, model=wildcards.model
        ),
        code=code_of("scores"),
        root=lambda wildcards: ROOT,
    shell:
        "exec python -m earned.scores --root {params.root} --audit {wildcards.audit}"
        " --params {params.given:q} --out $(dirname {output.scores})"
        " --trajectories {input.trajectories} --population {input.population}"
        " --artifacts {input.artifacts}"
        " > {log} 2> >(tee -a {log} >&2)"
