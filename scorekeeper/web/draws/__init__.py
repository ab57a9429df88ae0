"""What was drawn before a match: the first lead, the seats and the partners."""
