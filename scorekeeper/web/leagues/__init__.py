"""Leagues: tables, players, rules, the audit log."""
