"""What one audit adds: its population, its conditions, its estimands, its tables."""
