"""Stage population: from a data file to the frozen request sets."""
