"""How often somebody may try a PIN or a code: a few times freely, then after longer and longer waits.

It is reckoned by address, so that a player who guesses locks out that player's device and no judge.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from dataclasses import dataclass

FREE_TRIES = 5
"""Wrong PINs before the first wait."""
FIRST_WAIT_S = 60.0
LONGEST_WAIT_S = 900.0
FORGOTTEN_AFTER_S = 3600.0
"""Seconds after the last wrong PIN when all is forgotten."""
MOST_ADDRESSES = 10_000
"""Addresses that are remembered."""


@dataclass
class _Record:
    wrong: int = 0
    last: float = 0.0
    until: float = 0.0


class Tries:
    def __init__(self) -> None:
        self._records: dict[str, _Record] = {}

    def wait(self, address: str, now: float) -> float:
        """Seconds until this address may try again; 0 if it may."""
        record = self._records.get(_network(address))
        return max(0.0, record.until - now) if record else 0.0

    def wrong(self, address: str, now: float) -> None:
        """A wrong one was typed."""
        self._forget(now)
        record = self._records.setdefault(_network(address), _Record())
        record.wrong += 1
        record.last = now
        if record.wrong >= FREE_TRIES:
            record.until = now + min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** min(record.wrong - FREE_TRIES, 10))

    def right(self, address: str) -> None:
        """The right one was typed."""
        self._records.pop(_network(address), None)

    def _forget(self, now: float) -> None:
        for address in [a for a, r in self._records.items() if now - r.last > FORGOTTEN_AFTER_S]:
            del self._records[address]
        while len(self._records) >= MOST_ADDRESSES:
            del self._records[next(iter(self._records))]


def _network(address: str) -> str:
    """One device may have a whole network of addresses in version 6."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 6:
        return str(ipaddress.ip_network(f"{parsed}/64", strict=False))
    return str(parsed)


FORMS = 60
"""Forms that one browser may send within `SPELL_S` seconds; each may be an entry of the journal."""
SPELL_S = 10.0


class Pace:
    """How fast one browser sends forms, so that a stuck or spiteful one cannot fill the journal."""

    def __init__(self) -> None:
        self._spell = 0.0
        self._sent: Counter[str] = Counter()

    def allows(self, who: str, now: float) -> bool:
        """One more form; False if there have been too many just now."""
        if not 0 <= now - self._spell < SPELL_S:
            self._spell = now
            self._sent.clear()
        self._sent[who] += 1
        return self._sent[who] <= FORMS
