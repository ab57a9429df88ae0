"""Forms: they validate the shape of the input and return a value of the domain, or report every fault."""
