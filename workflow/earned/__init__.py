"""Earned: was this benchmark score earned?

One folder per stage, in the order in which data flows: population, artifacts, agents, scores,
analysis, tables, ledger. `audits/` holds what one audit adds to that shape.
"""

__version__ = "0.1.0"
