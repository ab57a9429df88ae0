"""Leagues in the JSON interface: what may be read of them, and what a secretary or captain may do."""
