"""Stage cases: single matched units, chosen by rule and read from the raw records."""
