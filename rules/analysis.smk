# Every score table of an audit to the frozen results.


def score_tables(wildcards):
    return [
        f"{ROOT}/{wildcards.audit}/scores/{c.model}/{c.regime}/{c.surface}/scores.parquet"
        for c in CELLS[wildcards.audit]
    ]


rule analysis:
    input:
        scores=score_tables,
    output:
        results=update(f"{ROOT}/{{audit}}/analysis/frozen_results.json"),
        lineage=update(f"{ROOT}/{{audit}}/analysis/lineage.json"),
    log:
        f"{ROOT}/logs/{{audit}}/analysis.log",
    benchmark:
        f"{ROOT}/logs/benchmarks/{{audit}}.analysis.tsv"
    params:
        given=params_of("analysis"),
        code=code_of("analysis"),
        root=ROOT,
    shell:
        "python -m earned.analysis --root {params.root} --audit {wildcards.audit}"
        " --params {params.given:q} --out $(dirname {output.results})"
        " --scores {input.scores} > {log} 2>&1 || {{ cat {log} >&2; exit 1; }}"
