"""MicroPython for the optional USB pod, and the framing that it shares with the host. Imports nothing of ours."""
