"""Scorers that decide whether an answer is right; docs/decisions/scorers.md lists their rules."""
