"""Which runs belong together: forks and their parents, sub-runs and their callers."""
