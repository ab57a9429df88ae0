"""Who may do what: links, PINs, match links and the names of devices."""
