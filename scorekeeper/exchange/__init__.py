"""What leaves the house and comes back: text for a chat, calendars, CSV, and a club as JSON lines.

The export of a whole club that can be imported again is ``club``. This room reads the book and the
store and knows nothing of pages.
"""
