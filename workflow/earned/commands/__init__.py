"""The subcommands of `earned`, one module each; each imports only what it needs."""
