"""Running it: the server process, the network it is on, its log lines and its health."""
