"""Find what must not leave a machine: paths, names, addresses, remotes, timestamps, secrets."""
