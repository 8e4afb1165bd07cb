"""Stage tables: rendered tables from the frozen results."""
