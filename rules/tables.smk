# Frozen results to rendered tables.


def table_files(audit):
    names = [f"{n}.{s}" for n in PLAN.tables(audit) for s in ("csv", "md", "tex")]
    return [f"{ROOT}/{audit}/tables/{name}" for name in names]


for audit in STUDY.audits:

    rule:
        name:
            f"tables_{audit}"
        input:
            results=f"{ROOT}/{audit}/analysis/frozen_results.json",
        output:
            *map(update, table_files(audit)),
            index=update(f"{ROOT}/{audit}/tables/tables.jsonl"),
            lineage=update(f"{ROOT}/{audit}/tables/lineage.json"),
        log:
            f"{ROOT}/logs/{audit}/tables.log",
        benchmark:
            f"{ROOT}/logs/benchmarks/{audit}.tables.tsv"
        params:
            audit=audit,
            code=PLAN.code("tables", audit),
            root=ROOT,
        shell:
            "python -m earned.tables --root {params.root} --audit {params.audit}"
            " --params {{}} --out $(dirname {output.index}) --results {input.results}"
            " > {log} 2>&1 || {{ cat {log} >&2; exit 1; }}"
