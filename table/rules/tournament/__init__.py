"""The referee of a tournament match, section by section of the book."""
