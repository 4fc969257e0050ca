"""Tables that are played at by nobody: bodies and hands at a simulated bench, scripted and at random."""
