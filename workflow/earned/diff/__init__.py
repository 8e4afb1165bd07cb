"""What moved between two states of a ledger: claims, verdicts, items, and the code behind them."""
