"""What the Replay page's player is told over the API: skeleton, bodies, and what was known."""
