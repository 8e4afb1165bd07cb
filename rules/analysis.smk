# Every score table of an audit to the frozen results.


rule analysis:
    input:
        scores=lambda wildcards: PLAN.score_tables(wildcards.audit),
        construction=lambda wildcards: PLAN.artifact_files(
            wildcards.audit, "construction.jsonl"
        ),
        cases=f"{ROOT}/{{audit}}/cases/cases.json",
        registration=f"{ROOT}/{{audit}}/registration/registration.jsonl",
        published=lambda wildcards: PLAN.published(wildcards.audit),
    output:
        results=update(f"{ROOT}/{{audit}}/analysis/frozen_results.json"),
        costs=update(f"{ROOT}/{{audit}}/analysis/costs.parquet"),
        scored=update(f"{ROOT}/{{audit}}/analysis/items.parquet"),
        lineage=update(f"{ROOT}/{{audit}}/analysis/lineage.json"),
    log:
        f"{ROOT}/logs/{{audit}}/analysis.log",
    benchmark:
        f"{ROOT}/logs/benchmarks/{{audit}}.analysis.tsv"
    conda:
        "../envs/cpu.yaml"
    params:
        given=params_of("analysis"),
        code=code_of("analysis"),
        root=lambda wildcards: ROOT,
        published=lambda wildcards, input: option("published", input.published),
    shell:
        "exec python -m earned.analysis --root {params.root} --audit {wildcards.audit}"
        " --params {params.given:q} --out $(dirname {output.results})"
        " --scores {input.scores} --construction {input.construction}"
        " --cases {input.cases} --registration {input.registration} {params.published}"
        " > {log} 2> >(tee -a {log} >&2)"
