"""Drawings of other programs, read from their specifications."""
