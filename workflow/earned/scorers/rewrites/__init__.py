"""The rewrites of the extended scorer: each a rule and a pure, idempotent function."""
