"""From a published number back to its records: the record of an explanation, and its renderings."""
