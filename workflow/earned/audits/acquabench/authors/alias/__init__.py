"""D1: other forms of a value, and whether they can be read back."""
