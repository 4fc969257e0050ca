"""Hands over the table: found in the small picture, followed, and noticed when they stay."""
