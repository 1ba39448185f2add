"""Codes of cards with three values."""

import numpy as np
import pytest

from capset.kernels import ternary


@pytest.mark.parametrize("features", [1, 2, 3, 4, 5])
def test_third_codes(features):
    codes = ternary.code_table(features)
    low = ternary.low_bits(features)
    assert len(set(codes.tolist())) == 3**features
    assert 0 not in codes
    rng = np.random.default_rng(features)
    for first, second in rng.integers(3**features, size=(300, 2)).tolist():
        third = sum(
            (-(first // 3**place) - second // 3**place) % 3 * 3**place for place in range(features)
        )
        expected = 0 if first == second else codes[third]
        assert ternary.third_code(codes[first], codes[second], low) == expected


@pytest.mark.parametrize(
    ("features", "size"), [(1, 1), (4, 1), (5, 2), (8, 2), (9, 4), (16, 4), (17, 8), (32, 8)]
)
def test_lanes_are_as_narrow_as_can_be(features, size):
    assert ternary.lane_type(features) == np.dtype(f"u{size}")
    assert ternary.code_table(features).dtype == ternary.lane_type(features)
    assert int(ternary.low_bits(features)) == sum(4**place for place in range(4 * size))
