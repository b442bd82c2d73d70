"""Runs side by side: which steps are the same, and how their texts and rigs differ."""
