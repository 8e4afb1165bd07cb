"""Run a study and show how far it is."""
