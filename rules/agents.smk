# One server per served model, one job per cell. A server's clients need no core of their own.
# The endpoint file is there at once, empty: clients start beside the server and wait for it.
# A model with shards has a server and a job for each part of a cell; the cell's own job, without a
# model, then puts the parts together.


rule serve:
    input:
        manifest=lambda wildcards: PLAN.manifest(wildcards.model),
    output:
        endpoint=service(f"{ROOT}/logs/serve/{{role}}.{{model}}.json"),
    log:
        f"{ROOT}/logs/serve/{{role}}.{{model}}.log",
    benchmark:
        f"{ROOT}/logs/benchmarks/serve.{{role}}.{{model}}.tsv"
    wildcard_constraints:
        role="author|agent|part[0-9]+of[0-9]+",
    conda:
        "../envs/gpu.yaml"
    threads: lambda wildcards: PLAN.server_threads(wildcards.model)
    resources:
        gpu=lambda wildcards: PLAN.gpus(wildcards.model),
    params:
        engine=lambda wildcards: PLAN.model(wildcards.model).engine.kind,
        device=lambda wildcards: PLAN.model(wildcards.model).engine.runs_on,
        settings=lambda wildcards: config_json(
            PLAN.model(wildcards.model).engine.settings
        ),
    shell:
        "p={output.endpoint}; echo $$ > ${{p%.json}}.pid; : > $p;"
        " exec python -m earned.engines.serve --engine {params.engine}"
        " --device {params.device} --manifest {input.manifest} --settings {params.settings:q}"
        " --endpoint {output.endpoint} --tell 3 3>&2 > {log} 2>&1"


rule agents:
    input:
        population=f"{ROOT}/{{audit}}/population/items.jsonl",
        artifacts=f"{ROOT}/{{audit}}/artifacts/{{regime}}/artifacts.jsonl",
        registration=ancient(f"{ROOT}/{{audit}}/registration/registration.jsonl"),
        prompts=lambda wildcards: PLAN.prompt_files(wildcards.audit, wildcards.model),
        manifest=lambda wildcards: PLAN.manifest(wildcards.model),
        endpoint=lambda wildcards: (
            []
            if PLAN.shards(wildcards.model)
            else endpoint_of("agent", wildcards.model)
        ),
        shards=lambda wildcards: PLAN.shard_files(
            wildcards.audit, wildcards.model, wildcards.regime, wildcards.surface
        ),
        recorded=lambda wildcards: PLAN.recorded(
            wildcards.audit, wildcards.model, wildcards.regime, wildcards.surface
        ),
    output:
        trajectories=update(
            f"{ROOT}/{{audit}}/agents/{{model}}/{{regime}}/{{surface}}/trajectories.jsonl"
        ),
        lineage=update(
            f"{ROOT}/{{audit}}/agents/{{model}}/{{regime}}/{{surface}}/lineage.json"
        ),
    log:
        f"{ROOT}/logs/{{audit}}/agents.{{model}}.{{regime}}.{{surface}}.log",
    benchmark:
        f"{ROOT}/logs/benchmarks/{{audit}}.agents.{{model}}.{{regime}}.{{surface}}.tsv"
    conda:
        "../envs/gpu.yaml"
    threads: lambda wildcards: client_threads(wildcards.model)
    resources:
        gpu=lambda wildcards: client_gpus(wildcards.model),
    params:
        given=params_of("agents"),
        code=code_of("agents"),
        root=lambda wildcards: ROOT,
        prompts=lambda wildcards, input: option("prompts", input.prompts),
        manifest=lambda wildcards, input: option("manifest", input.manifest),
        endpoint=lambda wildcards, input: option("endpoint", input.endpoint),
        recorded=lambda wildcards, input: option("recorded", input.recorded),
        shards=lambda wildcards, input: option("shards", input.shards),
    shell:
        "exec python -m earned.agents --root {params.root} --audit {wildcards.audit}"
        " --params {params.given:q} --out $(dirname {output.trajectories})"
        " --population {input.population} --artifacts {input.artifacts}"
        " --registration {input.registration}"
        " {params.prompts} {params.manifest} {params.endpoint}"
        " {params.recorded} {params.shards}"
        " > {log} 2> >(tee -a {log} >&2)"


rule agents_shard:
    input:
        population=f"{ROOT}/{{audit}}/population/items.jsonl",
        artifacts=f"{ROOT}/{{audit}}/artifacts/{{regime}}/artifacts.jsonl",
        registration=ancient(f"{ROOT}/{{audit}}/registration/registration.jsonl"),
        prompts=lambda wildcards: PLAN.prompt_files(wildcards.audit, wildcards.model),
        manifest=lambda wildcards: PLAN.manifest(wildcards.model),
        endpoint=lambda wildcards: endpoint_of(f"part{wildcards.part}", wildcards.model),
    output:
        shard=temp(
            f"{ROOT}/shards/{{audit}}/{{model}}/{{regime}}/{{surface}}/{{part}}/shard.json"
        ),
    log:
        f"{ROOT}/logs/{{audit}}/agents.{{model}}.{{regime}}.{{surface}}.{{part}}.log",
    benchmark:
        f"{ROOT}/logs/benchmarks/{{audit}}.agents.{{model}}.{{regime}}.{{surface}}.{{part}}.tsv"
    wildcard_constraints:
        part="[0-9]+of[0-9]+",
    conda:
        "../envs/gpu.yaml"
    threads: lambda wildcards: client_threads(wildcards.model, part=True)
    resources:
        gpu=lambda wildcards: client_gpus(wildcards.model, part=True),
    params:
        given=params_of("agents"),
        code=code_of("agents"),
        root=lambda wildcards: ROOT,
        prompts=lambda wildcards, input: option("prompts", input.prompts),
        manifest=lambda wildcards, input: option("manifest", input.manifest),
        endpoint=lambda wildcards, input: option("endpoint", input.endpoint),
        known=lambda wildcards: PLAN.store(
            wildcards.audit, wildcards.model, wildcards.regime, wildcards.surface
        ),
    shell:
        "exec python -m earned.agents --root {params.root} --audit {wildcards.audit}"
        " --params {params.given:q} --out $(dirname {output.shard})"
        " --population {input.population} --artifacts {input.artifacts}"
        " {params.prompts} {params.manifest} {params.endpoint}"
        " --part {wildcards.part} --known {params.known}"
        " > {log} 2> >(tee -a {log} >&2)"
