"""Addresses for machines that watch the server."""
