"""Ladders: the order, challenges, who may challenge whom."""
