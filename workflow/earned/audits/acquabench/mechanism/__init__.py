"""Single triplets: chosen by rule, read from the raw records, checked against the scores."""
