"""How kernels become machine code: what is compiled, where the result is kept, and how it is made ahead of time."""
