"""Mats and cube faces as vector PDFs, to scale."""
