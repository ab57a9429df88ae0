"""Match cards of fixtures."""
