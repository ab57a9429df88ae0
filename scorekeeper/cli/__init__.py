"""The ``scorekeeper`` command: one module a subcommand."""
