"""Services of cups: knockouts, their groups and their finals."""
