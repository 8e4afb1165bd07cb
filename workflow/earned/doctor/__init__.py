"""Check each engine of a study before anybody spends GPU hours on it."""
