"""The challenge block on its pressure switch: closed while it rests, open when it is lifted or its wire is broken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from hardware.clock import now
from hardware.debounce import DebouncedContact, Edge, restless
from hardware.gpio.switches import Switches
from hardware.parts import BlockMoved, Inbox
from hardware.wiring import WIRING

LIFT = 150
"""Milliseconds that the switch must be open before the block counts as lifted."""

AWAY = 600_000
"""Milliseconds. Nobody holds the block for ten minutes: it was forgotten, or the wire is off."""


class GpioBlock:
    """`ChallengeBlock` on a pin. Hands `BlockMoved` to the inbox when a lift counts, and at once when it is put back.

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
        self._inbox = inbox
        self._pin = pin
        self._switches: Switches[Literal["block"]] = Switches(
            "block", {"block": pin}, LIFT, self._moved, self._complain, inbox, factory, clock, watched
        )

    @property
    def lifted(self) -> bool:
        contact = self._switches.contacts.get("block")
        return contact is not None and not contact.closed

    def trouble(self) -> str:
        return self._switches.trouble()

    def check(self) -> float:
        """Look at the switch, as its own thread does if it is `watched`; seconds until the next look."""
        return self._switches.check()

    def close(self) -> None:
        self._switches.close()

    def _moved(self, _: str, edge: Edge) -> None:
        self._inbox(BlockMoved(edge.at, not edge.closed))

    def _complain(self, contacts: Mapping[Literal["block"], DebouncedContact], at: int) -> str:
        contact = contacts.get("block")
        if contact is None:
            return ""
        where = f"(GPIO{self._pin})"
        if restless(contact, at):
            return f"block: the switch {where} flutters. Fasten its wires and put the block down squarely."
        if not contact.closed and at - contact.since >= AWAY:
            minutes = AWAY // 60_000
            return (
                f"block: it has been off its pad for {minutes} minutes. Put it back; if it is there, the switch "
                f"{where} is stuck open or a wire is off."
            )
        return ""
