"""What all tests share: importing the strategies loads the settings of hypothesis."""

from . import strategies  # noqa: F401
