"""What each page shows, as a value a template can read without thinking."""
