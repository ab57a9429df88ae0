"""The club's nights: what was played on one day, in words, as a picture, as a table."""
