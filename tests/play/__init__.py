"""Tests of the game being played."""
