"""Score a study's frozen answers with a second scorer, beside the first."""
