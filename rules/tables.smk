# Frozen results to rendered tables.


for audit in STUDY.audits:

    rule:
        name:
            f"tables_{audit}"
        input:
            results=f"{ROOT}/{audit}/analysis/frozen_results.json",
        output:
            *map(update, PLAN.table_files(audit)),
            index=update(f"{ROOT}/{audit}/tables/tables.jsonl"),
            lineage=update(f"{ROOT}/{audit}/tables/lineage.json"),
        log:
            f"{ROOT}/logs/{audit}/tables.log",
        benchmark:
            f"{ROOT}/logs/benchmarks/{audit}.tables.tsv"
        conda:
            "../envs/report.yaml"
        params:
            audit=audit,
            code=PLAN.code("tables", audit),
            root=lambda wildcards: ROOT,
        shell:
            "exec python -m earned.tables --root {params.root} --audit {params.audit}"
            " --params {{}} --out $(dirname {output.index}) --results {input.results}"
            " > {log} 2> >(tee -a {log} >&2)"
