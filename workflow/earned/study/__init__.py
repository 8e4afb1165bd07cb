"""The study's complete configuration, frozen in its results folder."""
