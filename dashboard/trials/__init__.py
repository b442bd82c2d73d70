"""Trial sets: run, measured, told and handed on. Their plans and statistics are data.trials'."""
