# The only rules with a network. `snakemake prefetch` runs them alone.


rule prefetch:
    input:
        expand("resources/models/{weights}/manifest.json", weights=sorted(WEIGHTS)),
        STUDY.data.path.as_posix(),
    localrule: True


rule prefetch_model:
    output:
        manifest=update("resources/models/{weights}/manifest.json"),
    log:
        "results/logs/prefetch/{weights}.log",
    benchmark:
        "results/logs/prefetch/{weights}.tsv"
    localrule: True
    conda:
        "../envs/cpu.yaml"
    params:
        weights=lambda wildcards: config_json(WEIGHTS[wildcards.weights]),
    shell:
        "exec python -m earned.prefetch model --weights {params.weights:q}"
        " --out {output.manifest} > {log} 2> >(tee -a {log} >&2)"


if STUDY.data.url:

    rule prefetch_dataset:
        output:
            update(STUDY.data.path.as_posix()),
        log:
            f"results/logs/prefetch/{STUDY.data.name}.log",
        benchmark:
            f"results/logs/prefetch/{STUDY.data.name}.tsv"
        localrule: True
        conda:
            "../envs/cpu.yaml"
        params:
            spec=config_json(STUDY.data.pinned()),
        shell:
            "exec python -m earned.prefetch dataset --spec {params.spec:q}"
            " --out {output:q} > {log} 2> >(tee -a {log} >&2)"
