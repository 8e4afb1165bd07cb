"""The supplement: every table and figure of a study in one document, on demand."""
