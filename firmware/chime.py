"""The buzzer's signals, as tones in a row."""

from firmware.framing import later, passed

_TONES = (
    (1760, 120, 0, 80, 1760, 120, 0, 80, 1760, 300),
    (2093, 30),
    (880, 700),
    (1319, 80, 1760, 120),
    (988, 400, 0, 100, 988, 400, 0, 100, 659, 900),
)
"""For each signal: hertz and milliseconds in turn; 0 Hz is silence."""


class Chime:
    """Plays one signal at a time; a new one ends the one before."""

    def __init__(self) -> None:
        self.hertz = 0
        """What should sound now."""
        self._tones: tuple[int, ...] = ()
        self._at = 0
        self._since = 0

    def play(self, signal: int, now: int) -> None:
        self._tones = _TONES[signal]
        self._at = 0
        self._since = now
        self.hertz = self._tones[0]

    def turn(self, now: int) -> None:
        """Go on to the tone that is due."""
        while self._at < len(self._tones) and passed(now, self._since) >= self._tones[self._at + 1]:
            self._since = later(self._since, self._tones[self._at + 1])
            self._at += 2
            self.hertz = self._tones[self._at] if self._at < len(self._tones) else 0
