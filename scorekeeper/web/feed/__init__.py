"""Results as an Atom feed."""
