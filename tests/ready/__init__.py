"""Every method on ordinary tables: what is compiled for it, and that a wheel with compiled code needs nothing more."""
