# A supplement with every table and figure, on demand: `snakemake paper`.


rule paper:
    input:
        f"{ROOT}/manifest.json",
        *every_output(),
    log:
        f"{ROOT}/logs/paper.log",
    benchmark:
        f"{ROOT}/logs/benchmarks/paper.tsv"
    localrule: True
    conda:
        "../envs/report.yaml"
    params:
        given=json.dumps(LEDGER, sort_keys=True),
        root=lambda wildcards: ROOT,
    # No output is declared: what can be made depends on what is installed where the job runs.
    shell:
        "exec python -m earned.paper --root {params.root} --audit paper"
        " --params {params.given:q} --out {params.root}/paper"
        " > {log} 2> >(tee -a {log} >&2)"
