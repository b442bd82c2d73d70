"""What stands in for a model, for tools and for a beginning that are not here: the record."""
