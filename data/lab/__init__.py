"""The lab: the numbers of seed 002, measured on real runs and held against its arithmetic."""
