"""The configuration: pydantic models, the single source of the YAML defaults and the schema."""
