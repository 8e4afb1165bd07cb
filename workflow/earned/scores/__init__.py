"""Stage scores: metrics of answers and of what was observed."""
