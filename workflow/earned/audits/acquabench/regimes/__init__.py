"""How each regime builds its frozen GOLD and SHAM sources."""
