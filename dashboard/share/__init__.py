"""Runs as a file to hand on: what goes into it, and the forms there are."""
