"""A club out of one instance and into another, row by row."""
