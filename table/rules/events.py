"""Everything that can happen at a table: one typed, versioned value for each kind of event.

The journal stores these, the referee folds them, `wff-table say` makes them out of sentences. Times are not here:
when something happened belongs to the journal's entry. Players are named as `match-opened` named them; cubes are
numbered from 1 in the order of `rolled`.

A class states the facts of its kind as well: whether it is a judge's to say, whether it needs a match, where it stands
in the timeline. Whom and what an event names is told by the types of its fields (`table/rules/naming.py` reads them).
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from msgspec import Meta, Struct

from table.rules.cubes import Letter, Region

Word: TypeAlias = Literal["bonus", "goal", "now", "impossible"]
Side: TypeAlias = Literal["challenger", "mover"]
Sense: TypeAlias = Literal["camera", "block", "buttons"]
Topic: TypeAlias = Literal["block", "lying", "away", "reread", "rolled", "first-roll", "unclear", "other"]
"""What the table asks about: the block's switch, cubes that lie otherwise than is known, a cube that is not seen, a
face that was misread, what was rolled, who rolled for the first Goal, what cannot be explained, anything else."""

Group: TypeAlias = Literal["cubes", "words", "solutions", "judges", "seen", "told"]
"""What kind of thing happened, for those who look for one kind in the timeline."""

PlayerName: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=80, description="a player's name", extra={"holds": "player"})
]
Figures: TypeAlias = Annotated[dict[str, int], Meta(description="numbers by player", extra={"holds": "figures"})]
CubeId: TypeAlias = Annotated[int, Meta(ge=1, le=99, description="a cube's number, from 1", extra={"holds": "cube"})]
Term: TypeAlias = Annotated[str, Meta(extra={"holds": "term"})]
"""A word of the book's or the table's own, in which no person is ever named."""
Letters: TypeAlias = Annotated[Term, Meta(pattern="^[CAKENRpqrsio]*$", description="letters of cubes")]
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, description="milliseconds")]
Confidence: TypeAlias = Annotated[float, Meta(ge=0, le=1, description="from 0 to 1")]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=99, description="points")]
ShakeNumber: TypeAlias = Annotated[int, Meta(ge=1, description="the number of a shake")]


class Event(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What all events share: a kind, the version of its body, and the facts of the kind."""

    kind: ClassVar[str]
    version: ClassVar[int] = 1
    group: ClassVar[Group] = "judges"
    judges_only: ClassVar[bool] = False
    """whether only a judge, or staff in a judge's place, may say it"""
    concerns: ClassVar[Literal["match", "table", "journal"]] = "match"
    """What it is about. An event of a match means nothing before one is opened. Those of the table itself may come at
    any time. So may what is added to the journal, but the referee notes that it belongs to no match."""


class Seat(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player and the side of the mat where the player sits."""

    name: PlayerName
    side: Literal["north", "east", "south", "west"] | None = None
    id: Annotated[str, Meta(description="who it is, whatever the name")] = ""


# --- the match and the round ------------------------------------------------------------------------------------


class MatchOpened(Event, frozen=True):
    """A match begins: the book, the division and the players in clockwise order."""

    kind = "match-opened"
    concerns = "table"
    match: Annotated[str, Meta(min_length=1)]
    edition: Term
    division: Annotated[Term, Meta(description="`elementary`, `middle`, `junior`, `senior`")]
    players: tuple[Seat, ...]
    game: Annotated[Term | None, Meta(description="`basic`, `elementary`, `middle`, `regular`")] = None
    settings: Annotated[dict[str, Any], Meta(description="settings, below", extra={"holds": "term"})] = {}
    warned: Annotated[
        tuple[PlayerName, ...], Meta(description="a list: players whom a judge warned in an earlier round (IX-C)")
    ] = ()
    rules: Annotated[Term, Meta(description="the version of the rules that the table played by")] = ""


class FirstRolled(Event, frozen=True):
    """A player rolled one upper cube for the right to set the first Goal (I-D)."""

    kind = "first-rolled"
    group = "cubes"
    player: PlayerName
    letter: Letter


class RoundStarted(Event, frozen=True):
    """The round's clock starts."""

    kind = "round-started"


class RoundClosed(Event, frozen=True):
    """Staff took the scoresheet; the round is over."""

    kind = "round-closed"


class PlayerLeft(Event, frozen=True):
    """A player left and is absent from the next shake on."""

    kind = "player-left"
    player: PlayerName


class PlayerReturned(Event, frozen=True):
    """A player is back and plays from the next shake on."""

    kind = "player-returned"
    player: PlayerName


class PlayerRenamed(Event, frozen=True):
    """A player's name was wrong: the whole match is read with the right one, what was written before and after.

    `player` is a name that the player has or had in this match, `name` the right one, which no other player has or had.
    """

    kind = "player-renamed"
    judges_only = True
    player: PlayerName
    name: PlayerName
    by: str = ""


class Signed(Event, frozen=True):
    """A player signed the sheet with these totals. The fold takes the signature, never the figures."""

    kind = "signed"
    player: PlayerName
    totals: Figures = {}


# --- a shake ----------------------------------------------------------------------------------------------------


class ShakeStarted(Event, frozen=True):
    """The timing of a roll started (IV-A-1)."""

    kind = "shake-started"
    group = "cubes"
    player: PlayerName | None = None


class Rolled(Event, frozen=True):
    """The cubes were rolled and lie still; the first letter is cube 1, the next cube 2, and so on."""

    kind = "rolled"
    group = "cubes"
    letters: Annotated[Term, Meta(pattern="^[CAKENRpqrsio]*$", max_length=99)]
    player: PlayerName | None = None


class Said(Event, frozen=True):
    """A player said one of the words of the game."""

    kind = "said"
    group = "words"
    word: Word
    player: PlayerName | None = None


class TimerTurned(Event, frozen=True):
    """A player turned the timer; by the setter it sets the Goal (IV-C-3)."""

    kind = "timer-turned"
    group = "words"
    player: PlayerName


class Moved(Event, frozen=True):
    """A cube came to rest in another region of the mat, in resources or off the table."""

    kind = "moved"
    group = "cubes"
    cube: CubeId
    to: Region
    player: PlayerName | None = None
    confidence: Confidence | None = None


class Turned(Event, frozen=True):
    """A cube shows another letter than before."""

    kind = "turned"
    group = "cubes"
    cube: CubeId
    letter: Letter
    player: PlayerName | None = None
    confidence: Confidence | None = None


class GoalRead(Event, frozen=True):
    """The Goal's letters in the order in which they stand."""

    kind = "goal-read"
    group = "cubes"
    letters: Letters
    confidence: Confidence | None = None


class Covered(Event, frozen=True):
    """Something hides cubes from view."""

    kind = "covered"
    group = "cubes"
    cubes: tuple[CubeId, ...]
    player: PlayerName | None = None


class Uncovered(Event, frozen=True):
    """The hidden cubes can be seen again."""

    kind = "uncovered"
    group = "cubes"


class HandAtBlock(Event, frozen=True):
    """A hand, finger or pencil is on, over or beside the challenge block."""

    kind = "hand-at-block"
    group = "words"
    player: PlayerName | None = None


class HandLeftBlock(Event, frozen=True):
    """Nothing is near the challenge block any more."""

    kind = "hand-left-block"
    group = "words"


class BlockLifted(Event, frozen=True):
    """The challenge block left its pad."""

    kind = "block-lifted"
    group = "words"
    player: PlayerName | None = None


class BlockReturned(Event, frozen=True):
    """The challenge block is back on its pad."""

    kind = "block-returned"
    group = "words"


# --- writing and checking ---------------------------------------------------------------------------------------


class Sided(Event, frozen=True):
    """The third party joined a side (VII-C-1)."""

    kind = "sided"
    group = "solutions"
    player: PlayerName
    side: Side


class Presented(Event, frozen=True):
    """A player presented a solution with its proof."""

    kind = "presented"
    group = "solutions"
    player: PlayerName


class Declined(Event, frozen=True):
    """A player said that no solution will come from them."""

    kind = "declined"
    group = "solutions"
    player: PlayerName


class CheckStarted(Event, frozen=True):
    """The opponents began to check this writer's solution."""

    kind = "check-started"
    group = "solutions"
    writer: PlayerName


class Accepted(Event, frozen=True):
    """A checker accepted a solution."""

    kind = "accepted"
    group = "solutions"
    player: PlayerName
    writer: PlayerName


class Rejected(Event, frozen=True):
    """A checker rejected a solution, with the reason (VII-C-5)."""

    kind = "rejected"
    group = "solutions"
    player: PlayerName
    writer: PlayerName
    reason: str = ""


class ExtraMinute(Event, frozen=True):
    """A writer or checker asked for the extra minute (2019-20, XI-A)."""

    kind = "extra-minute"
    group = "solutions"
    player: PlayerName


# --- illegal procedure ------------------------------------------------------------------------------------------


class Charged(Event, frozen=True):
    """A player charged illegal procedure, naming it or not yet (IX-A)."""

    kind = "charged"
    group = "words"
    player: PlayerName
    what: Annotated[Term | None, Meta(description="the kind of flag, as in docs/flags.md")] = None
    against: PlayerName | None = None


class ChargeNamed(Event, frozen=True):
    """The player who charged said what exactly was illegal."""

    kind = "charge-named"
    group = "words"
    player: PlayerName
    what: Term
    against: PlayerName | None = None


# --- judges and staff -------------------------------------------------------------------------------------------


class Ruled(Event, frozen=True):
    """A judge upheld or dismissed a flag; `by` are the judge's initials."""

    kind = "ruled"
    judges_only = True
    flag: Term
    ruling: Literal["upheld", "dismissed"]
    by: str
    points: Points | None = None
    note: str = ""


class Initialed(Event, frozen=True):
    """A judge initialed a penalty on the sheet (XI-A)."""

    kind = "initialed"
    judges_only = True
    flag: Term
    by: str


class Warned(Event, frozen=True):
    """A judge warned a player about conduct (IX-C)."""

    kind = "warned"
    judges_only = True
    player: PlayerName
    reason: str
    by: str


class Penalized(Event, frozen=True):
    """The head judge took points for conduct after a warning (IX-C)."""

    kind = "penalized"
    judges_only = True
    player: PlayerName
    reason: str
    by: str
    points: Points = 1


class Disqualified(Event, frozen=True):
    """The head judge disqualified a player for this round or for all later ones too (IX-C)."""

    kind = "disqualified"
    judges_only = True
    player: PlayerName
    reason: str
    by: str
    scope: Literal["round", "event"] = "round"


class ChallengerNamed(Event, frozen=True):
    """A judge settled who lifted the block, and with which word."""

    kind = "challenger-named"
    judges_only = True
    player: PlayerName
    by: str
    word: Literal["now", "impossible"] | None = None


class FaceNamed(Event, frozen=True):
    """A judge said what a cube of this shake shows, where the camera could not tell or was wrong all along."""

    kind = "face-named"
    judges_only = True
    cube: CubeId
    letter: Letter
    by: str


class SolutionRuled(Event, frozen=True):
    """A judge settled whether a writer's solution is correct (VII-C-4)."""

    kind = "solution-ruled"
    judges_only = True
    writer: PlayerName
    correct: bool
    by: str
    reason: str = ""
    shake: Annotated[ShakeNumber | None, Meta(description="which shake; the last one, if not given")] = None


class ShakeScored(Event, frozen=True):
    """A judge set a shake's scores by hand."""

    kind = "shake-scored"
    judges_only = True
    shake: ShakeNumber
    scores: Figures
    by: str
    reason: str


class ShakeReplayed(Event, frozen=True):
    """The head judge ordered a shake to be played again, by all or by some of the players (IX-C)."""

    kind = "shake-replayed"
    judges_only = True
    shake: ShakeNumber
    by: str
    reason: str
    players: tuple[PlayerName, ...] = ()


class RoundReplayed(Event, frozen=True):
    """The head judge ordered the whole round to be played again (IX-C)."""

    kind = "round-replayed"
    judges_only = True
    by: str
    reason: str
    players: tuple[PlayerName, ...] = ()


class TurnGiven(Event, frozen=True):
    """A judge gave the turn to a player, with a fresh limit."""

    kind = "turn-given"
    judges_only = True
    player: PlayerName
    by: str
    reason: str


class TotalsEntered(Event, frozen=True):
    """A judge entered where a round stands that the table did not see from its start."""

    kind = "totals-entered"
    judges_only = True
    totals: Figures
    shakes: Annotated[int, Meta(ge=0, description="how many shakes have been played")]
    by: str
    last_setter: PlayerName | None = None
    elapsed: Annotated[int, Meta(ge=0, description="how long the round has lasted, in milliseconds")] = 0


class PositionEntered(Event, frozen=True):
    """A judge entered a shake under way: each region's cubes, whose turn it is, and who moved last.

    The cubes are numbered in the order goal, required, permitted, forbidden, resources.
    """

    kind = "position-entered"
    judges_only = True
    goal: Letters
    required: Letters
    permitted: Letters
    forbidden: Letters
    resources: Letters
    setter: PlayerName
    turn: PlayerName
    last_mover: PlayerName
    by: str


class SheetCorrected(Event, frozen=True):
    """A signed sheet listed a player's total wrongly (XII-B)."""

    kind = "sheet-corrected"
    judges_only = True
    player: PlayerName
    listed: int
    right: int
    by: str
    honest: bool = True
    consent: tuple[PlayerName, ...] = ()


class Paused(Event, frozen=True):
    """A judge stopped the clocks."""

    kind = "paused"
    by: str
    reason: str = ""


class Resumed(Event, frozen=True):
    """A judge let the clocks run again; `count` is how much of the stop is charged to the running limits."""

    kind = "resumed"
    judges_only = True
    by: str
    count: Milliseconds = 0


class Restarted(Event, frozen=True):
    """The table came back after its power was gone; the clocks stand still until a judge resumes."""

    kind = "restarted"
    group = "seen"
    concerns = "table"
    lost: Annotated[int, Meta(ge=0, description="milliseconds that were lost, as the wall clock estimates them")]


class Corrected(Event, frozen=True):
    """What the journal said at `seq` was wrong: this is what happened, or nothing did.

    `event` is an object with `kind` and `body`; without it the entry is struck. `at` moves it in time.
    """

    kind = "corrected"
    concerns = "journal"
    judges_only = True
    seq: Annotated[int, Meta(ge=1, description="the entry that was wrong")]
    by: str
    event: dict[str, Any] | None = None
    at: int | tuple[int, int] | None = None
    reason: str = ""


class SenseLost(Event, frozen=True):
    """A part of the table that the referee relies on is gone. What depends on it is doubted until it is back."""

    kind = "sense-lost"
    group = "seen"
    concerns = "table"
    sense: Sense
    words: str = ""


class SenseBack(Event, frozen=True):
    """The part works again."""

    kind = "sense-back"
    group = "seen"
    concerns = "table"
    sense: Sense


class Asked(Event, frozen=True):
    """The table cannot say what happened, and asks a judge to look. Until then flags are in doubt."""

    kind = "asked"
    group = "seen"
    version = 2
    words: str
    cubes: tuple[CubeId, ...] = ()
    topic: Annotated[Topic, Meta(description="what the question is about")] = "other"


class Answered(Event, frozen=True):
    """What the table asked is settled: a judge has looked, or all is again as the journal has it."""

    kind = "answered"
    group = "seen"
    by: str = ""


# --- for the record ---------------------------------------------------------------------------------------------


class Time(Event, frozen=True):
    """The clock ticked. Ticks mean nothing by themselves; they let limits run out when nothing else happens."""

    kind = "time"
    group = "seen"
    concerns = "table"


class Announced(Event, frozen=True):
    """What people were told. Ignored by the fold."""

    kind = "announced"
    group = "told"
    concerns = "table"
    text: str
    cite: Term = ""


CUBES = "cubes"
"""The observation that tells where every cube lies: letter, region, millimetres and degrees, by number."""


class Saw(Event, frozen=True):
    """What a sensor observed, beside what was concluded from it. Ignored by the fold."""

    kind = "saw"
    group = "seen"
    concerns = "table"
    what: Term
    details: dict[str, Any] = {}


class Noted(Event, frozen=True):
    """A remark by a judge or staff, or by the journal itself after it was recovered. Ignored by the fold."""

    kind = "noted"
    concerns = "journal"
    version = 2
    text: str
    by: str = ""
    about: Annotated[
        Literal["", "recovery", "override"],
        Meta(description="`recovery`: by the journal itself; `override`: what a judge entered in words, and why"),
    ] = ""


def _kinds(base: type[Event]) -> dict[str, type[Event]]:
    return {cls.kind: cls for cls in base.__subclasses__()}


KINDS: dict[str, type[Event]] = _kinds(Event)
"""Every kind of event by its name."""
