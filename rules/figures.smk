# Frozen results to drawn figures.


for audit in STUDY.audits:

    rule:
        name:
            f"figures_{audit}"
        input:
            results=f"{ROOT}/{audit}/analysis/frozen_results.json",
        output:
            *map(update, PLAN.figure_files(audit)),
            index=update(f"{ROOT}/{audit}/figures/figures.json"),
            lineage=update(f"{ROOT}/{audit}/figures/lineage.json"),
        log:
            f"{ROOT}/logs/{audit}/figures.log",
        benchmark:
            f"{ROOT}/logs/benchmarks/{audit}.figures.tsv"
        conda:
            "../envs/report.yaml"
        params:
            audit=audit,
            code=PLAN.code("figures", audit),
            root=lambda wildcards: ROOT,
        shell:
            "exec python -m earned.figures --root {params.root} --audit {params.audit}"
            " --params {{}} --out $(dirname {output.index}) --results {input.results}"
            " > {log} 2> >(tee -a {log} >&2)"
