"""Forms: they check the shape of what was typed and hand over a value of the domain, or say every fault."""
