"""What leaves the house: text for a chat, calendars, CSV. It reads and knows nothing of pages."""
