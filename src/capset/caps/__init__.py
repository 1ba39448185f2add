"""The largest collection without a set: bounds, search, proof."""
