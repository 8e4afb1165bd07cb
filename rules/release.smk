# A folder that somebody else can check, on demand: `snakemake release`.


rule release:
    input:
        f"{ROOT}/manifest.json",
        *every_output(),
    log:
        f"{ROOT}/logs/release.log",
    benchmark:
        f"{ROOT}/logs/benchmarks/release.tsv"
    localrule: True
    conda:
        "../envs/cpu.yaml"
    params:
        root=lambda wildcards: ROOT,
    # No output is declared: the folder takes its place whole, when it is complete.
    shell:
        "exec python -m earned.release --root {params.root}"
        " > {log} 2> >(tee -a {log} >&2)"
