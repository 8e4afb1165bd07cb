"""What is estimated from the score tables, one estimand or view a module."""
