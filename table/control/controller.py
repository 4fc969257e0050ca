"""Joins what is sensed to the journal, and what the referee wants shown to the table.

It is told of inputs, of what vision saw and of the passing of time, by whoever runs it; it appends events and says what
follows. Nothing in it waits, so that a lift or a countdown is never late because a picture is being read.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from hardware.parts import BlockMoved, Button, ChallengeBlock, Input, Part, Pressed, SandTimer, Trouble
from hardware.parts import Buzzer as BuzzerPart
from table.control.buttons import meaning, seated_at
from table.control.senses import BEFORE as BEFOREHAND
from table.control.senses import OF, SIGHT, Senses
from table.journal.journal import JournalDamaged, JournalError
from table.journal.session import Session
from table.rules import events as ev
from table.rules.entry import At, BadEntry, Source
from table.rules.games import at_moment, game_of
from table.rules.match import Decision, Match
from table.seeing.compare import compared
from table.seeing.evidence import AFTER_MS, BEFORE_MS, Interval
from table.seeing.sighting_events import sighting_events
from vision.changes import Appeared, BlockSeen, Change, Lying, Missed, SawMoved, SawRolled, SawTurned, Settled, Sight
from vision.sighting import Side

LIFT_UNDER_WAY_MS = 200
"""Milliseconds. A lift takes 150 to count; Now and Impossible are kept for so long in case one is under way."""
TICK_MS = 2_000
"""Milliseconds after which a tick is written while nothing else is, so that limits run out in the journal too."""
LIFT_WAIT_MS = 1_000
"""Milliseconds for which a lift is not announced, while vision has yet to settle what happened before it."""
STUCK_PRESS_MS = 10_000
"""Milliseconds. A button that was down for longer was stuck, and nobody meant anything by it."""
DISAGREE_MS = 1_500
"""Milliseconds for which camera and switch may differ about the block: it takes a moment to be seen."""
TELLS = {"time-up": "warning", "stop": "stop", "lifted": "lifted", "turn-lost": "over"}
"""Which decisions are heard, and how."""
RETRY_MS = 1_000
"""Milliseconds between two looks at what time has decided, while nothing can be written."""
UNTOLD_MS = 10_000
"""Milliseconds before the end of a journal in which something may have been decided and not announced any more."""
_IDLE = ev.Time, ev.Saw, ev.SenseLost, ev.SenseBack, ev.Announced
"""Events that change nothing of what time decides."""


class Vision(Protocol):
    """What the controller asks of vision."""

    def at_block(self, at: int) -> Side | None:
        """Whose hand was at the block at that moment, if that is known."""

    def renumber(self, numbers: Mapping[int, int]) -> None:
        """Call cubes by the journal's numbers."""

    def name(self, letters: Mapping[int, str]) -> None:
        """Take a judge's word for what cubes show."""

    def keep(self, first: int, last: int) -> None:
        """Keep the pictures of an interval of the table's time."""


class Waiting(NamedTuple):
    """A press that is kept until it is known whether a lift was under way, or what came before it is written."""

    until: int
    press: Pressed


class Unwritten(NamedTuple):
    """What could not be written down yet."""

    event: ev.Event
    source: Source
    at: At


class Controller:
    """One table: its session, its lights and its buzzer."""

    def __init__(
        self,
        session: Session,
        seats: Sequence[Side],
        glass: SandTimer,
        buzzer: BuzzerPart,
        vision: Vision | None = None,
        tell: Callable[[Decision], None] = lambda _: None,
        source: Source = "gpio",
        block: ChallengeBlock | None = None,
        buttons: Part | None = None,
    ) -> None:
        self.session = session
        self._seats = tuple(seats)
        self._glass, self._buzzer, self._vision, self._tell = glass, buzzer, vision, tell
        self._source, self._block, self._buttons = source, block, buttons
        self._kept: list[Waiting] = []
        self._held: dict[tuple[int, Button], ev.Event | None] = {}
        """What a long press would mean, by the match as it stood when the button went down."""
        self._lifted: int | None = None
        self._switched = session.journal.now()
        """When the block's switch last told something."""
        self._block_seen: tuple[bool, int] = (True, self._switched)
        question = self.match.question if self.match else None
        self._doubted = question.words if question and question.topic == "block" else ""
        """What was asked about the block's switch, while the camera says otherwise."""
        self._told = _told(session)
        self._later: list[Decision] = []
        """Lifts that are announced once vision knows what came before them."""
        self._known = 0
        self._lying: tuple[Lying, ...] = ()
        self._asked = question.words if question and question.topic == "lying" else ""
        self._named = dict(session.named)
        self._senses = Senses()
        self._opened = session.opening
        self._missing: set[ev.Sense] = set(self.match.lost) if self.match else set()  # type: ignore[arg-type]
        """What the match was told to be without."""
        for sense in self._missing:
            self._senses.tell(sense, BEFOREHAND, "it was gone when the table was switched off")
        self._unwritten: deque[Unwritten] = deque()
        self._foreseen = 0
        self._shown: tuple[str, float] = ("", -1.0)
        self._ticked = session.journal.now()
        self.refused: list[str] = []
        """What could not be right, and why."""
        self._unwritable = self._unreadable = ""
        self.damaged = False
        """Whether the journal was found damaged: it is recovered when it is opened anew."""
        self._folded, self._needed = session.seq, self._pending()

    @property
    def match(self) -> Match | None:
        return self.session.match

    @property
    def people(self) -> Mapping[Side, str]:
        """Who sits at which side of the mat."""
        seated = self._seated()
        return {side: name for side, name in zip(self._seats, seated, strict=False) if name is not None}

    @property
    def lost(self) -> Mapping[ev.Sense, str]:
        """What the table is without, and why."""
        return self._senses.lost

    @property
    def trouble(self) -> str:
        """Why nothing can be written down or read, in words; nothing if it can."""
        return self._unwritable or self._unreadable

    def close(self) -> list[Unwritten]:
        """Try for a last time to write down what has happened; gives what could not be."""
        self._write()
        return [one for one in self._unwritten if not isinstance(one.event, ev.Time)]

    def needed(self) -> Sequence[Interval]:
        """The times whose pictures pending flags need, of every match; another thread may ask."""
        return self._needed

    # What happens

    def start(self) -> None:
        """Take up the table as it is: the block may have been lifted or put back while nobody watched."""
        self._announce(self.session.referee.decisions)  # that the clocks stand still, if the power was gone
        now = self.session.journal.now()
        for first, last in self._needed:
            if self._vision and last > now:  # the rest of what was being kept
                self._vision.keep(first, last)
        if self._block is not None and not self._block.trouble():
            self._take_block(self._block.lifted)

    def _take_block(self, lifted: bool) -> None:
        """Believe the switch after a time in which nobody listened to it."""
        self._lifted = self.session.journal.now() - self.session.journal.offset if lifted else None
        if self.match is not None and self.match.block_up != lifted and not self._doubted:
            self._append(ev.BlockLifted() if lifted else ev.BlockReturned(), self._source)

    def sense(self, what: Input) -> None:
        """An input of block, buttons or a part in trouble; its time is the machine's."""
        if isinstance(what, BlockMoved):
            self._lifted = what.at if what.lifted else None
            self._switched = self._when(what.at)
            if self._came_round(what.lifted):
                return
            self._append(ev.BlockLifted() if what.lifted else ev.BlockReturned(), self._source, self._when(what.at))
        elif isinstance(what, Pressed):
            self._press(what)
        elif isinstance(what, Trouble):
            self._trouble(what)

    def saw(self, changes: Iterable[Change], known: int) -> None:
        """What vision has concluded, and until when it knows all; its times are the machine's, and may be late."""
        for change in changes:
            at = self._when(change.at[0]), self._when(change.at[1])
            if isinstance(change, BlockSeen):
                self._block_seen = change.on_pad, at[1]
                if "block" in self.lost:
                    self._lifted = None if change.on_pad else change.at[1]
                    self._append(ev.BlockReturned() if change.on_pad else ev.BlockLifted(), "camera", at[1])
            if isinstance(change, Sight):
                self._senses.tell("camera", SIGHT, "" if change.seen else "the mat is out of sight")
                self._tell_senses(at[1])
            if isinstance(change, SawRolled | SawMoved | SawTurned | Missed | Appeared):
                self._lying = ()  # until all is at rest again, the journal knows better where they are
            for event in sighting_events(change, self.match, self.people):
                self._append(event, "camera", at if at[0] < at[1] else at[1])
            if isinstance(change, Settled):
                self._lying = change.cubes
                self._compare()
        self._known = self._when(known)
        self._senses.tell("camera", BEFOREHAND, "")  # a picture was seen

    def tick(self) -> None:
        """Time passes: limits run out, what others appended is taken in, lights and buzzer follow."""
        self._catch_up()
        self._are_back()
        self._tell_senses()
        now, match = self.session.journal.now(), self.match
        for waiting in [kept for kept in self._kept if kept.until + self.session.journal.offset <= now]:
            if self._unwritten:
                break  # what it means depends on them
            self._kept.remove(waiting)
            self._take(waiting.press)
        if match is None:
            return
        self._doubt_block(now)
        due = game_of(match).due(match)
        if (due and match.at < due[0].at <= now) or (now - self._ticked >= TICK_MS and not match.closed):
            self._append(ev.Time(), "clock", now)
        if self._unwritten and due and due[0].at <= now:
            self._foresee(match, now)
        self._announce_lifts(self._due_lifts(now))
        self._show(now)

    # Block and buttons

    def _press(self, press: Pressed) -> None:
        match = self.match
        if match is None:
            return
        key, now = (press.seat, press.button), self.session.journal.now()
        if not press.long or now - self._when(press.at) >= STUCK_PRESS_MS:
            self._held.pop(key, None)
        if self._unwritten:
            self._kept.append(Waiting(press.at, press))
        elif not press.long and game_of(match).waits_for_lift(match, press.button):
            self._held[key] = meaning(match, *key, True, self._seated())
            heard = now - self.session.journal.offset  # a pod may tell late, the lift last
            self._kept.append(Waiting(max(press.at, heard) + LIFT_UNDER_WAY_MS, press))
        else:
            self._take(press)

    def _take(self, press: Pressed) -> None:
        """Take a press for what it means."""
        assert self.match is not None
        key = press.seat, press.button
        if press.long:
            event = self._held.pop(key, None)
            if event is not None:
                self._append(event, "player", self._when(press.at))
            return
        if key not in self._held:
            self._held[key] = meaning(self.match, *key, True, self._seated())
        self._act(press)

    def _act(self, press: Pressed) -> None:
        assert self.match is not None
        event = meaning(self.match, press.seat, press.button, False, self._seated())
        if isinstance(event, ev.Said) and event.word in ("now", "impossible") and self._lifted is not None:
            event = self._challenger(event)
        if event is not None:
            self._append(event, "player", self._when(press.at))

    def _challenger(self, said: ev.Said) -> ev.Said:
        """Who lifted is who presses first, unless another hand was seen at the block: then a judge must say."""
        side = self._vision.at_block(self._lifted) if self._vision and self._lifted is not None else None
        hand = self.people.get(side) if side else None
        if hand is None or hand == said.player:
            return said
        words = {"pressed": said.player, "hand": hand}
        self._append(ev.Saw("another hand at the block than the one that pressed", words), "camera")
        return ev.Said(said.word, None)

    def _came_round(self, lifted: bool) -> bool:
        """Whether a switch that could not be relied upon says at last what the camera or a judge had told before."""
        doubted = bool(self._doubted) or "block" in self.lost
        return doubted and self.match is not None and self.match.block_up == lifted

    def _doubt_block(self, now: int) -> None:
        """The camera's second opinion on the switch: asked once, when both have been sure for a while."""
        on_pad, since = self._block_seen
        if not {"block", "camera"}.isdisjoint(self.lost) or self._known <= self._switched:
            return  # one of them has no opinion
        if on_pad == (self._lifted is None):
            if self._doubted and self._still_asks(self._doubted):
                self._append(ev.Answered(), "camera")
            self._doubted = ""
        elif not self._doubted and now - max(since, self._switched) >= DISAGREE_MS:
            where = "on its pad" if on_pad else "off its pad"
            self._doubted = f"the block is seen {where}, and its switch says otherwise; see to the switch"
            self._append(ev.Asked(self._doubted, topic="block"), "camera")

    # Parts that are gone, and what lies otherwise than is known

    def _trouble(self, what: Trouble) -> None:
        at = self._when(what.at)
        self._append(
            ev.Saw("trouble" if what.words else "well again", {"part": what.part, "words": what.words}), "clock", at
        )
        for sense in OF.get(what.part, ()):
            self._senses.tell(sense, what.part, what.words if what.gone else "")
        self._tell_senses(at)

    def _are_back(self) -> None:
        """What was gone when the table was switched off, and is well: a part that is well has no news of it."""
        parts: tuple[tuple[ev.Sense, Part | None], ...] = (("block", self._block), ("buttons", self._buttons))
        for sense, part in parts:
            if self._senses.says(sense, BEFOREHAND) and not (part and part.trouble()):
                self._senses.tell(sense, BEFOREHAND, "")
                if sense == "block" and self._block is not None:
                    self._take_block(self._block.lifted)

    def _tell_senses(self, at: int | None = None) -> None:
        """Write down what the match does not know yet: what is gone, and what is back."""
        if self.match is None:
            return
        if self.session.opening is not self._opened:  # a match that was just opened knows nothing
            self._opened, self._missing = self.session.opening, set()
        lost = self.lost
        for sense in [sense for sense in lost if sense not in self._missing]:
            self._missing.add(sense)
            self._append(ev.SenseLost(sense, lost[sense]), self._source_of(sense), at)
        for sense in sorted(self._missing - lost.keys()):
            self._missing.remove(sense)
            self._append(ev.SenseBack(sense), self._source_of(sense), at)

    def _source_of(self, sense: ev.Sense) -> Source:
        return "camera" if sense == "camera" else self._source

    def _compare(self) -> None:
        """Ask a judge about what lies otherwise than the journal has it, once; and say when it is right again."""
        shake = self.match.shake if self.match else None
        if self._unwritten:
            return  # it does not know yet what was seen
        if shake is None or not shake.active or not shake.letters or not self._lying:
            return
        found = compared(self._lying, shake)
        if found.numbers and self._vision and not found.words:
            self._vision.renumber(found.numbers)
            self._lying = tuple(cube._replace(cube=found.numbers.get(cube.cube, cube.cube)) for cube in self._lying)
        if found.words != self._asked:
            before, self._asked = self._asked, found.words
            if found.words:
                self._append(ev.Asked(found.words, found.cubes, "lying"), "camera")
            elif self._still_asks(before):  # not what a judge has answered since
                self._append(ev.Answered(), "camera")

    def _still_asks(self, words: str) -> bool:
        question = self.match.question if self.match else None
        return question is not None and question.words == words

    def _take_word(self, named: Mapping[int, str]) -> None:
        """A judge has said what cubes show."""
        if self._vision:
            self._vision.name(named)
        self._lying = tuple(cube._replace(letter=named.get(cube.cube, cube.letter)) for cube in self._lying)
        self._compare()

    # Writing it down, and telling

    def _append(self, event: ev.Event, source: Source, at: At | None = None) -> None:
        at = self.session.journal.now() if at is None else at
        if isinstance(event, ev.Time) and self._unwritten:
            return
        self._unwritten.append(Unwritten(event, source, at))
        self._write()

    def _write(self) -> None:
        """Write what has not been written, in order. Where that cannot be done now, it is tried again later."""
        while self._unwritten:
            event, source, at = self._unwritten[0]
            try:
                self.session.journal.append(event, source, at)
            except BadEntry as error:  # a sensor's word that cannot be: kept apart, and play goes on
                self.refused.append(f"{event.kind}: {error}")
            except JournalError as error:
                self.damaged = isinstance(error, JournalDamaged)
                held = f"Events are held in memory ({len(self._unwritten)}) until it can be written."
                self._unwritable = f"{error} {held}"
                return
            self._unwritten.popleft()
            self._ticked = self.session.journal.now()
            self._announce(self._read())
        self._unwritable = ""

    def _read(self) -> list[Decision]:
        """Take in what is new in the journal, of whomever, and say what follows."""
        try:
            decisions = self.session.catch_up()
        except JournalError as error:
            self._unreadable, self.damaged = str(error), isinstance(error, JournalDamaged)
            return []
        self._unreadable = ""
        if self.session.seq != self._folded:
            self._folded, self._needed = self.session.seq, self._pending()
        return decisions

    def _pending(self) -> tuple[Interval, ...]:
        flags = [flag for match in self.session.referee.table.matches for flag in match.flags.values()]
        return tuple((flag.at - BEFORE_MS, flag.at + AFTER_MS) for flag in flags if flag.open)

    def _catch_up(self) -> None:
        self._write()
        decisions = self._read()
        if self._named != self.session.named:
            self._named = dict(self.session.named)
            self._take_word(self._named)
        if decisions:
            self._announce(decisions)
            self._compare()

    def _announce(self, decisions: Iterable[Decision]) -> None:
        for decision in decisions:
            if _key(decision) in self._told:  # said already, before something late was folded in
                continue
            if decision.kind == "lifted":
                if decision not in self._later:
                    self._later.append(decision)
                continue
            if decision.public:  # nobody hears of a challenge before the lift
                self._announce_lifts([lift for lift in self._later if lift.at <= decision.at])
            self._say(decision)

    def _foresee(self, match: Match, now: int) -> None:
        """Say what time has decided while that cannot be written down: the clock runs on.

        Once something has happened that the match does not know of, that is only the stop of the round.
        """
        if now - self._foreseen >= RETRY_MS:
            self._foreseen = now
            idle = all(isinstance(one.event, _IDLE) for one in self._unwritten)
            self._announce(one for one in at_moment(match, now)[1] if idle or one.kind == "stop")

    def _due_lifts(self, now: int) -> list[Decision]:
        """The lifts of which it is known what was done before them, or that have waited for it in vain."""
        if self._vision is None or "camera" in self.lost:
            return self._later
        return [lift for lift in self._later if self._known >= lift.at or now - lift.at >= LIFT_WAIT_MS]

    def _announce_lifts(self, due: Iterable[Decision]) -> None:
        """Announce lifts; one that was folded away meanwhile, not at all."""
        for decision in [lift for lift in due if lift in self._later]:
            self._later.remove(decision)
            if decision in self.session.referee.decisions[-200:]:
                self._say(decision)

    def _say(self, decision: Decision) -> None:
        self._told.add(_key(decision))
        self._tell(decision)
        if decision.flag and self._vision:
            self._vision.keep(decision.at - BEFORE_MS, decision.at + AFTER_MS)
        if decision.public:
            self._append(ev.Announced(decision.text, decision.cite), "clock")
            signal = TELLS.get(decision.kind)
            if signal:
                self._buzzer.sound(signal)  # type: ignore[arg-type]

    def _show(self, now: int) -> None:
        assert self.match is not None
        glass = game_of(self.match).sand(self.match, max(now, self.match.at))
        shown = glass.state, round(glass.fraction, 3)
        if shown != self._shown:
            self._shown = shown
            self._glass.show(glass.state, glass.fraction)

    def _seated(self) -> tuple[str | None, ...]:
        opening = self.session.opening
        return seated_at(opening, self._seats) if opening is not None else ()

    def _when(self, at: int) -> int:
        """The table's time of a moment of the machine's, not after now, nor before its clock began."""
        return max(0, min(at + self.session.journal.offset, self.session.journal.now()))


def _told(session: Session) -> set[tuple[str, int, str]]:
    """What was decided before and needs no telling: all but what must be heard, is recent, and was not announced."""
    newest = session.journal.last()
    since = newest.moment - UNTOLD_MS if newest is not None else 0
    recent = (entry.event for entry in session.journal.entries() if entry.moment >= since)
    heard = {event.text for event in recent if isinstance(event, ev.Announced)}
    return {
        _key(one)
        for one in session.referee.decisions
        if one.at < since or one.text in heard or one.kind not in (*TELLS, "paused")
    }


def _key(decision: Decision) -> tuple[str, int, str]:
    return decision.kind, decision.at, decision.text
