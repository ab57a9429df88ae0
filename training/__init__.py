"""Drawn pictures of dominoes, and the two small networks that learn from them.

Nothing here runs on a server and nothing here has seen a photo: every table, tile and shadow is drawn from
random numbers, so that the weights in the package owe nothing to anybody's pictures. `make vision` runs it.
"""
