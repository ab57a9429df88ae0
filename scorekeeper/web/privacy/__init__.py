"""What is kept of people: export, trash, forgetting."""
