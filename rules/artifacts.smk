# Interventions, frozen before any agent runs.


rule artifacts:
    input:
        population=f"{ROOT}/{{audit}}/population/items.jsonl",
        parent=lambda wildcards: PLAN.parent_files(wildcards.audit, wildcards.regime),
        manifest=lambda wildcards: PLAN.manifest(PLAN.author(wildcards.audit)),
        endpoint=lambda wildcards: endpoint_of("author", PLAN.author(wildcards.audit)),
    output:
        artifacts=update(f"{ROOT}/{{audit}}/artifacts/{{regime}}/artifacts.jsonl"),
        construction=update(f"{ROOT}/{{audit}}/artifacts/{{regime}}/construction.jsonl"),
        lineage=update(f"{ROOT}/{{audit}}/artifacts/{{regime}}/lineage.json"),
    log:
        f"{ROOT}/logs/{{audit}}/artifacts.{{regime}}.log",
    benchmark:
        f"{ROOT}/logs/benchmarks/{{audit}}.artifacts.{{regime}}.tsv"
    conda:
        "../envs/cpu.yaml"
    threads: lambda wildcards: 0 if PLAN.served(PLAN.author(wildcards.audit)) else 1
    resources:
        gpu=lambda wildcards: (
            0
            if PLAN.served(PLAN.author(wildcards.audit))
            else PLAN.gpus(PLAN.author(wildcards.audit))
        ),
    params:
        given=params_of("artifacts"),
        code=code_of("artifacts"),
        root=lambda wildcards: ROOT,
        parent=lambda wildcards, input: option("parent", input.parent),
        manifest=lambda wildcards, input: option("manifest", input.manifest),
        endpoint=lambda wildcards, input: option("endpoint", input.endpoint),
    shell:
        "exec python -m earned.artifacts --root {params.root} --audit {wildcards.audit}"
        " --params {params.given:q}"
        " --out {params.root}/{wildcards.audit}/artifacts/{wildcards.regime}"
        " --population {input.population} {params.parent} {params.manifest} {params.endpoint}"
        " > {log} 2> >(tee -a {log} >&2)"
