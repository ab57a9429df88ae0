"""Caching: ETags, the page cache, and answers without news (304)."""
