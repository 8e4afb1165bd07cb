"""Stage ledger: one row for every published number, and the manifest that closes a study."""
