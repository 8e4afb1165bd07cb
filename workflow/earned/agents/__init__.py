"""Stage agents: the action loop, its scheduling and its completion store."""
