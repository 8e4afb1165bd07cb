"""Tables as pointers into the canonical results, and how they are shown."""
