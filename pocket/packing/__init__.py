"""Builds the pocket as a folder of static files; Node is needed for this and for nothing else."""
