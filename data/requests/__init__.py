"""Requests as they were sent: chains of links that share their beginnings."""
