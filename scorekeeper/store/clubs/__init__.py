"""Tables of a club: its players, links, devices, PINs and the audit log."""
