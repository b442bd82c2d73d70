"""Repeated trials: what is to be run, which run fills which cell, and what the counts allow one
to say."""
