"""A text looked for in every run: where it stands, and the index that finds it."""
