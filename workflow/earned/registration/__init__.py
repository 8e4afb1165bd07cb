"""Stage registration: rules, questions and planted sources, written down before agents run."""
