"""A line that drops, garbles, doubles and delays bytes, for tests, figures and the simulator; chance comes in."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Faults:
    """How often each thing goes wrong, of every byte; `delay` is of every chunk, by up to `longest` milliseconds."""

    drop: float = 0.0
    garble: float = 0.0
    double: float = 0.0
    delay: float = 0.0
    longest: int = 200


class SerialLine:
    """One direction of a serial line. Bytes stay in order, as they do on a wire; a delay holds up those behind."""

    def __init__(self, chance: Random, faults: Faults | None = None) -> None:
        self.faults = faults or Faults()
        self._chance = chance
        self._under_way: deque[tuple[int, bytes]] = deque()
        self._until = 0

    def put(self, data: bytes, now: int) -> None:
        faults, chance = self.faults, self._chance
        data = self.spoil(data)
        if faults.delay and chance.random() < faults.delay:
            self._until = max(self._until, now + chance.randint(1, faults.longest))
        if data:
            self._under_way.append((max(now, self._until), data))

    def get(self, now: int) -> bytes:
        """What has arrived by now."""
        out = bytearray()
        while self._under_way and self._under_way[0][0] <= now:
            out += self._under_way.popleft()[1]
        return bytes(out)

    def spoil(self, data: bytes) -> bytes:
        """What is left of these bytes."""
        faults, chance = self.faults, self._chance
        if not (faults.drop or faults.garble or faults.double):
            return data
        out = bytearray()
        for byte in data:
            luck = chance.random()
            if luck < faults.drop:
                continue
            if chance.random() < faults.garble:
                byte = chance.randrange(256)  # noqa: PLW2901 - this is the byte that arrives
            out.append(byte)
            if chance.random() < faults.double:
                out.append(byte)
        return bytes(out)

    def cut(self) -> None:
        """The cable is pulled: what was under way is gone."""
        self._under_way.clear()
        self._until = 0
