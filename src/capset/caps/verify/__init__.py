"""The independent checker of certificates, in plain code that shares nothing with the search.

Read ``check`` first, then ``trees``, ``deck`` and ``text``: that is all that must be trusted.
"""

from capset.caps.verify.check import FORMAT, MOST_CARDS, MOST_FEATURES, Verdict, verify
from capset.caps.verify.text import certificate_lines

__all__ = ["FORMAT", "MOST_CARDS", "MOST_FEATURES", "Verdict", "certificate_lines", "verify"]
