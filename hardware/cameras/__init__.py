"""Cameras that look at a real table: picamera2, V4L2 webcams and recordings, watched so that none fails in silence."""
