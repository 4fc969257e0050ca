"""The challenge block on its pressure switch: closed while it rests, open when it is lifted or its wire is broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from hardware.clock import now
from hardware.debounce import Edge, restless
from hardware.gpio.switches import Switches
from hardware.held import AWAY_BLOCK_MS, LIFT_MS
from hardware.parts import BlockMoved, Inbox
from hardware.wiring import WIRING


class GpioBlock(Switches[Literal["block"]]):
    """`ChallengeBlock` on a pin. Hands `BlockMoved` to the inbox when a lift counts, and at once when it is put back.

        >>> with GpioBlock(print) as block:
        ...     pause()
        BlockMoved(at=81503, lifted=True)

    How it is found at the start is no news and told by `lifted` alone; a change while the pins were lost is.
    """

    def __init__(
        self,
        inbox: Inbox,
        pin: int = WIRING.block,
        factory: Any = None,
        clock: Callable[[], int] = now,
        watched: bool = True,
    ) -> None:
        super().__init__("block", {"block": pin}, LIFT_MS, inbox, factory, clock, watched)

    @property
    def lifted(self) -> bool:
        contact = self._contacts.get("block")
        return contact is not None and not contact.closed

    def _changed(self, key: Literal["block"], edge: Edge) -> None:
        self._inbox(BlockMoved(edge.at, not edge.closed))

    def _complain(self, at: int) -> str:
        contact = self._contacts.get("block")
        if contact is None:
            return ""
        where = f"(GPIO{self._pins['block']})"
        if restless(contact, at):
            return f"block: the switch {where} flutters. Fasten its wires and put the block down squarely."
        if not contact.closed and at - contact.since >= AWAY_BLOCK_MS:
            minutes = AWAY_BLOCK_MS // 60_000
            return (
                f"block: it has been off its pad for {minutes} minutes. Put it back; if it is there, the switch "
                f"{where} is stuck open or a wire is off."
            )
        return ""
