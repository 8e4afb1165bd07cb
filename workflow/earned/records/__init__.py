"""The typed records that cross stages, and their files."""
