# Every score table of an audit to the frozen results.


rule analysis:
    input:
        scores=lambda wildcards: PLAN.score_tables(wildcards.audit),
    output:
        results=update(f"{ROOT}/{{audit}}/analysis/frozen_results.json"),
        costs=update(f"{ROOT}/{{audit}}/analysis/costs.parquet"),
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
    shell:
        "exec python -m earned.analysis --root {params.root} --audit {wildcards.audit}"
        " --params {params.given:q} --out $(dirname {output.results})"
        " --scores {input.scores} > {log} 2> >(tee -a {log} >&2)"
