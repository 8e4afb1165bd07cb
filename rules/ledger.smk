# One row per published number, and the manifest that closes the folder.

LEDGER = {"study": STUDY.study, "audits": list(STUDY.audits)}


rule ledger:
    input:
        results=expand(
            f"{ROOT}/{{audit}}/analysis/frozen_results.json", audit=STUDY.audits
        ),
        tables=expand(f"{ROOT}/{{audit}}/tables/tables.jsonl", audit=STUDY.audits),
        figures=expand(f"{ROOT}/{{audit}}/figures/figures.json", audit=STUDY.audits),
    output:
        claims=update(f"{ROOT}/ledger/claims.json"),
        table=update(f"{ROOT}/ledger/claims.csv"),
        schema=update(f"{ROOT}/ledger/claims.schema.json"),
        lineage=update(f"{ROOT}/ledger/lineage.json"),
    log:
        f"{ROOT}/logs/ledger.log",
    benchmark:
        f"{ROOT}/logs/benchmarks/ledger.tsv"
    conda:
        "../envs/report.yaml"
    params:
        given=json.dumps(LEDGER, sort_keys=True),
        code=PLAN.code("ledger", "ledger"),
        outlines=[PLAN.code("paper", audit) for audit in STUDY.audits],
        root=lambda wildcards: ROOT,
    shell:
        "exec python -m earned.ledger --root {params.root} --audit ledger"
        " --params {params.given:q} --out {params.root}/ledger"
        " --results {input.results} --tables {input.tables} --figures {input.figures}"
        " > {log} 2> >(tee -a {log} >&2)"


rule manifest:
    input:
        f"{ROOT}/study/lineage.json",
        f"{ROOT}/ledger/lineage.json",
    output:
        update(f"{ROOT}/manifest.json"),
    log:
        f"{ROOT}/logs/manifest.log",
    benchmark:
        f"{ROOT}/logs/benchmarks/manifest.tsv"
    conda:
        "../envs/report.yaml"
    params:
        code=PLAN.code("ledger", "ledger"),
        root=lambda wildcards: ROOT,
    shell:
        "exec python -m earned.ledger.manifest --root {params.root}"
        " > {log} 2> >(tee -a {log} >&2)"
