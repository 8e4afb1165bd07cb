"""Stage figures: drawn figures from the frozen results."""
