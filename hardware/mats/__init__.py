"""The geometry of the mats, which anyone may import."""
