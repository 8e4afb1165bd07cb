"""The release: a folder with everything that somebody else needs to check a study."""
