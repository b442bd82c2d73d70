"""From events to the tables, in bulk, each text once."""
