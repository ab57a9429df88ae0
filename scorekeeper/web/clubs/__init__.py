"""The club: its first page, its links, its settings."""
