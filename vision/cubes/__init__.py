"""Cubes in one picture: found, read, put in the order of the Goal; and the block beside them."""
