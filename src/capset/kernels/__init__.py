"""Numba kernels: plain arrays in, plain arrays out, no validation, no classes."""
