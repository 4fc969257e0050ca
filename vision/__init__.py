"""A frame in, sightings and moves out: no I/O, no rules of the game."""
