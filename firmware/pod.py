"""The pod's loop: look at the switches, listen, send, shine; one turn takes about a millisecond on a Pico."""

from firmware.chime import Chime
from firmware.contact import block, button
from firmware.framing import passed
from firmware.glass import paint, paint_lost
from firmware.link import PodLink

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.board import Board

PICTURE_MS = 40
"""Milliseconds between two pictures on the ring."""

MOUTHFUL = 32
"""Bytes taken in one turn, so that a babbling line cannot keep the loop from the switches."""


class Pod:
    """The whole pod on a board. A switch that is on when it starts is no input, but how things are."""

    def __init__(self, board: "Board", name: bytes, cause: int = 0) -> None:
        now = board.ticks()
        levels = board.levels()
        self.link = PodLink(board, name, board.seats, board.has, now, cause)
        self.link.outbox.levels = levels
        self._board = board
        self._contacts = [block(bool(levels & 1), now)]
        for channel in range(1, 1 + 4 * board.seats):
            self._contacts.append(button(bool(levels >> channel & 1), now))
        self._untold = 0
        """Channels whose last change found no room; told when there is some, so that levels are right in the end."""
        self._chime = Chime()
        self._hertz = 0
        self._ring = bytearray(3 * board.lights)
        self._painted = now
        self._lit = False

    def turn(self) -> bool:
        """Once round the loop; False when the host wants MicroPython's prompt instead."""
        board, link = self._board, self.link
        now = board.ticks()
        self._look(now)
        for _ in range(MOUTHFUL):
            byte = board.read()
            if byte < 0:
                break
            link.take(byte, now)
        link.turn(now)
        self._sound(now)
        if passed(now, self._painted) >= PICTURE_MS:
            self._painted = now
            self._shine(now)
        board.feed()
        return not link.leave

    def _look(self, now: int) -> None:
        levels = self._board.levels()
        outbox = self.link.outbox
        for channel in range(len(self._contacts)):
            contact = self._contacts[channel]
            changed = contact.look(bool(levels >> channel & 1), now)
            if self._untold >> channel & 1:
                changed = not changed  # what found no room and went back again need not be told
            if changed and not outbox.put(channel, contact.on, contact.since):
                self._untold |= 1 << channel
            else:
                self._untold &= ~(1 << channel)

    def _sound(self, now: int) -> None:
        chime, link = self._chime, self.link
        if link.signal >= 0:
            chime.play(link.signal, now)
            link.signal = -1
        chime.turn(now)
        if chime.hertz != self._hertz:
            self._hertz = chime.hertz
            self._board.tone(chime.hertz)

    def _shine(self, now: int) -> None:
        link = self.link
        if link.host_lost:
            paint_lost(self._ring, now)
        else:
            paint(self._ring, link.state, link.fraction, now)
        self._board.shine(self._ring)
        self._board.lamp(not link.host_lost or bool(now // 250 & 1))
