"""Bits of 64-bit words: the instructions of the processor, or Python's own with the JIT off."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]  # set when numba is imported

    def bit_count(word: Any) -> int:
        """Return how many bits of an unsigned 64-bit word are set."""
        return int(word).bit_count()

    def lowest_bit(word: Any) -> int:
        """Return the place of the lowest set bit of an unsigned 64-bit word that is not 0."""
        return (int(word) & -int(word)).bit_length() - 1

else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def bit_count(typing_context: Any, word: Any) -> Any:
        """Return how many bits of an unsigned 64-bit word are set."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), generate

    @intrinsic
    def lowest_bit(typing_context: Any, word: Any) -> Any:
        """Return the place of the lowest set bit of an unsigned 64-bit word that is not 0."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), generate


@numba.njit(cache=True, nogil=True)
def bit(place: int) -> Any:
    """Return the word with only the bit at `place` modulo 64 set."""
    return np.uint64(1) << np.uint64(place & 63)
