# Rules, questions and planted sources, registered before the first agent job.
# Cells take the file as ancient: one that changes later re-runs no agent.


rule registration:
    input:
        population=f"{ROOT}/{{audit}}/population/items.jsonl",
        artifacts=lambda wildcards: PLAN.artifact_files(
            wildcards.audit, "artifacts.jsonl"
        ),
    output:
        registration=update(f"{ROOT}/{{audit}}/registration/registration.jsonl"),
        lineage=update(f"{ROOT}/{{audit}}/registration/lineage.json"),
    log:
        f"{ROOT}/logs/{{audit}}/registration.log",
    benchmark:
        f"{ROOT}/logs/benchmarks/{{audit}}.registration.tsv"
    conda:
        "../envs/cpu.yaml"
    params:
        given=params_of("registration"),
        code=code_of("registration"),
        root=lambda wildcards: ROOT,
    shell:
        "exec python -m earned.registration --root {params.root} --audit {wildcards.audit}"
        " --params {params.given:q} --out $(dirname {output.registration})"
        " --population {input.population} --artifacts {input.artifacts}"
        " > {log} 2> >(tee -a {log} >&2)"
