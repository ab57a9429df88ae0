"""Drawn pictures of dominoes, and the two small networks that learn from them.

Nothing here runs on a server, and no photo is used: every table, tile and shadow is drawn from random
numbers, so the weights in the package are not derived from anybody's pictures. `make vision` runs it.
"""
