"""The style control: the statement in words that share no run with the question."""
