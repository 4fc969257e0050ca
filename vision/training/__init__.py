"""From nothing to the shipped weights: pictures that the project renders, networks that learn from them, a report."""
