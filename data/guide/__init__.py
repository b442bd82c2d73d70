"""What the guide asks, what follows from the answers, and the runs that show it. No words: those
stand in dashboard/words, under the names used here."""
