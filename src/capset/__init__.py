"""capset: the card game Set and all its generalisations."""

__version__ = "0.1.0"
