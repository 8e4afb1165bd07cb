"""Stage analysis: from score tables to the frozen results."""
