"""Sheets as players write them: read, with row and column for what cannot be, and printed again."""
