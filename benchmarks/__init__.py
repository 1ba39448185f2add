"""Measurements, to be read by people: no test asserts a time.

``python -m benchmarks.arrays``    counting and listing, beside C, NumPy and plain Python
``python -m benchmarks.contest``   a contest file of a million tableaus, beside C++
``python -m benchmarks.start``     how long a small question takes from a cold start
``python -m benchmarks.caps``      largest collections, proved, beside CP-SAT and the seed's search

The first three run all contenders in turn, in rounds, in one process tree, and print the medians
of the rounds; so a busy machine slows all of them. What they are measured against, in C and C++,
lies beside them and is built with gcc and g++ into ``benchmarks/build``.
"""
