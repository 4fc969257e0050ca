"""Scoresheets: one assembler, several formats."""
