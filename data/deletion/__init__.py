"""Runs that go for good: their rows, their texts, their bytes, and that they stay away."""
