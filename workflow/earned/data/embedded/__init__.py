"""The embedded question set: two-hop questions over a fictional world, built from seeds."""
