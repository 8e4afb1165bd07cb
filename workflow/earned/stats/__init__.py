"""Statistics of paired, clustered designs: draws, ratios, AUROC and intervals."""
