"""What every request passes through: connections, sessions, CSRF, headers, errors, compression."""
