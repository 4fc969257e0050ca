"""What people are told, once: what the referee decided, the buzzer with it, and `announced` for the journal.

A lift waits until vision knows what was done before it. Nothing is written here: that something was said goes into the
outbox, and whoever empties that comes back with what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from hardware.parts import Buzzer
from table.control.outbox import JournalOutbox, Unwritten
from table.control.vision import Vision
from table.journal.session import Session
from table.rules import events as ev
from table.rules.games import at_moment
from table.rules.match import Decision, Match
from table.seeing.evidence import AFTER_MS, BEFORE_MS, Interval

LIFT_WAIT_MS = 1_000
"""For so long a lift is not announced, while vision has yet to settle what happened before it."""
FORESEE_EVERY_MS = 1_000
"""Between two looks at what time has decided, while nothing can be written."""
UNTOLD_MS = 10_000
"""Before the end of a journal, within which something may have been decided and not announced any more."""
LATEST_DECISIONS = 200
"""Among so many a lift must still be when it is announced; if it is not, it was folded away."""
SIGNALS: Mapping[str, Literal["warning", "over", "lifted", "stop"]] = {
    "time-up": "warning",
    "stop": "stop",
    "lifted": "lifted",
    "turn-lost": "over",
}
"""Which decisions are heard, and how."""
_IDLE = ev.Time, ev.Saw, ev.SenseLost, ev.SenseBack, ev.Announced
"""Events that change nothing of what time decides."""

_Key: TypeAlias = tuple[str, int, str]


class Announcer:
    """Tells decisions of the referee to the table, to whoever listens (`tell`) and to the outbox."""

    def __init__(
        self,
        session: Session,
        outbox: JournalOutbox,
        buzzer: Buzzer,
        vision: Vision | None = None,
        tell: Callable[[Decision], None] = lambda _: None,
    ) -> None:
        self._session, self._outbox, self._buzzer = session, outbox, buzzer
        self._vision, self._tell = vision, tell
        self._told: set[_Key] = set()
        self._lifts: list[Decision] = []
        """Lifts that are announced once vision knows what came before them."""
        self._foreseen = 0
        self._folded, self._needed = session.seq, self._pending()

    @property
    def needed(self) -> Sequence[Interval]:
        """The times whose pictures pending flags need, of every match; another thread may ask."""
        return self._needed

    def take_up(self) -> None:
        """Go on after a restart: tell what must be heard, is recent, and was not announced any more; nothing else."""
        journal, decisions = self._session.journal, self._session.referee.decisions
        newest = journal.last()
        since = newest.moment - UNTOLD_MS if newest is not None else 0
        recent = (entry.event for entry in journal.entries() if entry.moment >= since)
        heard = {event.text for event in recent if isinstance(event, ev.Announced)}
        must = (*SIGNALS, "paused")
        self._told |= {_key(one) for one in decisions if one.at < since or one.text in heard or one.kind not in must}
        self.announce(decisions)
        now = journal.now()
        for first, last in self._needed:
            if self._vision and last > now:  # the rest of what was being kept
                self._vision.keep(first, last)

    def announce(self, decisions: Iterable[Decision]) -> None:
        """Tell what was decided and has not been told; a lift waits, until something is told that came after it."""
        if self._session.seq != self._folded:
            self._folded, self._needed = self._session.seq, self._pending()
        for decision in decisions:
            if _key(decision) in self._told:  # said already, before something late was folded in
                continue
            if decision.kind == "lifted":
                if decision not in self._lifts:
                    self._lifts.append(decision)
                continue
            if decision.public:  # nobody hears of a challenge before the lift
                self._announce_lifts([lift for lift in self._lifts if lift.at <= decision.at])
            self._say(decision)

    def announce_lifts(self, now: int, known: int | None) -> None:
        """Tell the lifts that vision knows all before of, up to `known`, or that have waited for it in vain.

        Without an eye (`known` is None) no lift waits.
        """
        self._announce_lifts(
            [lift for lift in self._lifts if known is None or known >= lift.at or now - lift.at >= LIFT_WAIT_MS]
        )

    def foresee(self, match: Match, now: int) -> None:
        """Tell what time has decided while that cannot be written down: the clock runs on.

        Once something has happened that the match does not know of, that is only the stop of the round.
        """
        if now - self._foreseen >= FORESEE_EVERY_MS:
            self._foreseen = now
            idle = all(isinstance(one.event, _IDLE) for one in self._outbox.waiting)
            self.announce(one for one in at_moment(match, now)[1] if idle or one.kind == "stop")

    def _announce_lifts(self, due: Iterable[Decision]) -> None:
        """Announce lifts; one that was folded away meanwhile, not at all."""
        for lift in due:
            self._lifts.remove(lift)
            if lift in self._session.referee.decisions[-LATEST_DECISIONS:]:
                self._say(lift)

    def _say(self, decision: Decision) -> None:
        self._told.add(_key(decision))
        self._tell(decision)
        if decision.flag and self._vision:
            self._vision.keep(decision.at - BEFORE_MS, decision.at + AFTER_MS)
        if decision.public:
            self._outbox.put(Unwritten(ev.Announced(decision.text, decision.cite), "clock"))
            if decision.kind in SIGNALS:
                self._buzzer.sound(SIGNALS[decision.kind])

    def _pending(self) -> tuple[Interval, ...]:
        flags = [flag for match in self._session.referee.table.matches for flag in match.flags.values()]
        return tuple((flag.at - BEFORE_MS, flag.at + AFTER_MS) for flag in flags if flag.open)


def _key(decision: Decision) -> _Key:
    return decision.kind, decision.at, decision.text
