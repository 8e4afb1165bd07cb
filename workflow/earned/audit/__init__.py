"""Audit a release: everything in it, with nothing but it."""
