"""The rules of the four games of dominoes: tiles, layouts, rule cards, round ends, scores, tables.

Pure: no clock, no randomness, no file, no request, nothing but the standard library. Every other package
may import this one, never the reverse. A *round* is one deal, a *leg* is rounds up to the target, a *match*
is legs between *sides* (players or pairs).
"""
