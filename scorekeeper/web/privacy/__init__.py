"""Personal data: export, trash, forgetting."""
