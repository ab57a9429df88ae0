"""The pocket: served to phones by a club's server, and what its own pages offer inside a phone."""
