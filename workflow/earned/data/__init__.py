"""Data sets that the project makes itself."""
