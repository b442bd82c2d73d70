"""A large file read by a second process, while this one writes what it tells."""
