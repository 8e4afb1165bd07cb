"""Stage artifacts: frozen interventions and the audit of their making."""
