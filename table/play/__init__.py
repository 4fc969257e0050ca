"""The language of scenarios, and players who act: scripted and at random."""
