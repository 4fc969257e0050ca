"""What the pod's program needs of the board under it; the Pico is one such board, a test's is another."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Board(Protocol):
        """Pins, clock and wire."""

        seats: int
        has: int
        """What is connected, as in a hello."""
        lights: int
        """Lights in the ring."""

        def ticks(self) -> int:
            """Milliseconds, starting again at `framing.TICKS`."""

        def levels(self) -> int:
            """Which channels are on: bit 0 the block when it is off its pad, bit 1 + 4 * seat + button a button."""

        def read(self) -> int:
            """The next byte from the host, or -1."""

        def write(self, data: bytearray, size: int) -> None:
            """Send the first bytes to the host; what the line does not take is lost, for it will be sent again."""

        def shine(self, ring: bytearray) -> None:
            """Light the ring: red, green and blue of each light."""

        def tone(self, hertz: int) -> None:
            """Let the buzzer sound; 0 is silence."""

        def lamp(self, on: bool) -> None:
            """The small lamp on the board."""

        def feed(self) -> None:
            """Tell the watchdog that all is well."""
