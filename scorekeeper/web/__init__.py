"""The pages: the only room that knows HTTP. One blueprint a noun; a view parses, acts and redirects."""
