"""What the operator of an instance sees: metrics for a monitor, and a page. Off unless a secret is set."""
