"""The engines underneath: connections, locks, migrations, integrity and backups."""
