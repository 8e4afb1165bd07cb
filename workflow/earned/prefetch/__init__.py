"""Stage prefetch: pinned files and models, fetched once where there is a network."""
