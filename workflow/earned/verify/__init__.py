"""Check a results folder without a model: every claim, every hash, every table, again."""
