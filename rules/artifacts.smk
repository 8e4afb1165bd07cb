# Interventions, frozen before any agent runs.


def author_manifest(wildcards):
    return PLAN.manifest(PLAN.author(wildcards.audit))


def author_endpoint(wildcards):
    author = PLAN.author(wildcards.audit)
    return endpoint_of("author", author)


rule artifacts:
    input:
        population=f"{ROOT}/{{audit}}/population/items.jsonl",
        manifest=author_manifest,
        endpoint=author_endpoint,
    output:
        artifacts=update(f"{ROOT}/{{audit}}/artifacts/{{regime}}/artifacts.jsonl"),
        construction=update(f"{ROOT}/{{audit}}/artifacts/{{regime}}/construction.jsonl"),
        lineage=update(f"{ROOT}/{{audit}}/artifacts/{{regime}}/lineage.json"),
    log:
        f"{ROOT}/logs/{{audit}}/artifacts.{{regime}}.log",
    benchmark:
        f"{ROOT}/logs/benchmarks/{{audit}}.artifacts.{{regime}}.tsv"
    threads: 0
    resources:
        gpu=lambda wildcards: (
            0
            if PLAN.served(PLAN.author(wildcards.audit))
            else PLAN.gpus(PLAN.author(wildcards.audit))
        ),
    params:
        given=params_of("artifacts"),
        code=code_of("artifacts"),
        root=ROOT,
        manifest=lambda wildcards, input: option("manifest", input.manifest),
        endpoint=lambda wildcards, input: option("endpoint", input.endpoint),
    shell:
        "python -m earned.artifacts --root {params.root} --audit {wildcards.audit}"
        " --params {params.given:q}"
        " --out {params.root}/{wildcards.audit}/artifacts/{wildcards.regime}"
        " --population {input.population} {params.manifest} {params.endpoint}"
        " > {log} 2>&1 || {{ cat {log} >&2; exit 1; }}"
