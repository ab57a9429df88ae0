"""A believable club to look at, with a season behind it. It plays by chance, and acts like any phone."""
