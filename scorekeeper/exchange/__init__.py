"""Exports: text for a chat, calendars, CSV. It only reads, and does not depend on the web."""
