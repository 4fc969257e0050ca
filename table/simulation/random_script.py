"""A round that nobody has written: legal and illegal play by chance, as a scenario that can be kept, read and replayed.

    text = random_script(Random(7))
    scenario = parse(text, "random-7")

Each line is chosen by what the referee says is possible after the lines before it, so that the scenario's truth is what
the referee makes of it without pictures. Whatever is illegal in it is something that a camera, the block or the buttons
can tell. Hands have the time that they need, and nothing is done right when a limit runs out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from table.language.scenario import DIVISIONS, ScenarioRun, parse, prologue
from table.language.sentences import understand
from table.rules.cubes import LOWER, UPPER
from table.rules.editions import EDITIONS
from table.rules.game import Act
from table.rules.games import at_moment, game_of
from table.rules.match import Match, Shake
from table.simulation.random_hands import SECTIONS

MINUTES = 9.0
"""How long a round is, more or less: no shake is begun after two thirds of it."""
TURNS = 3, 9
"""How many turns a shake has before somebody challenges."""
TO_THE_LAST = 0.08
"""The share of shakes that are played to the last cube."""
ILLEGAL = 0.3
"""The share of turns in which something illegal is done, or something that looks like it."""
_MARGIN_MS = 4_000
"""Nothing is done so shortly before or after a limit runs out: hands are not that exact."""
_STAYS_MS = 25_000
"""How long a hand stays that should not."""


def random_script(rng: Random, title: str = "Chance") -> str:
    """The text of a scenario of a few shakes."""
    author = _Author(rng, title)
    author.open()
    while not author.over:
        author.go_on()
    return author.text


class _Author:
    def __init__(self, rng: Random, title: str) -> None:
        self.rng = rng
        players = ("Ann", "Ben", "Cal") if rng.random() < 0.75 else ("Ann", "Ben")
        self.head = [
            f"title: {title}",
            "rule: XI-B",
            f"editions: {rng.choice(list(EDITIONS))}",
            f"divisions: {rng.choice(DIVISIONS)}",
            f"players: {', '.join(players)}",
        ]
        scenario = parse("\n".join(self.head), "chance")
        (edition,), (division,) = scenario.editions, scenario.divisions
        self.run = ScenarioRun(scenario, edition, division)
        self.lines: list[str] = []
        self.now = 0
        for step in prologue(scenario, edition, division):
            self._write(step.sentence)
        self.turns = 0
        """How many are left before somebody challenges."""

    @property
    def text(self) -> str:
        return "\n".join([*self.head, "", *self.lines, ""])

    @property
    def match(self) -> Match:
        match = self.run.referee.table.match
        assert match is not None
        return match

    @property
    def shake(self) -> Shake:
        return self.match.shakes[-1]

    @property
    def phase(self) -> str:
        return game_of(self.match).phase(self.match)

    @property
    def acts(self) -> list[Act]:
        return game_of(self.match).acts(self.match)

    @property
    def over(self) -> bool:
        between = self.phase in ("between", "signing")
        return (between and self.now > MINUTES * 40_000) or self.now > MINUTES * 90_000

    def open(self) -> None:
        """The round starts, with first rolls or with some shakes that others have watched."""
        self.say("the round starts")
        if self.rng.random() < 0.5:
            totals = ", ".join(f"{player} {self.rng.randint(2, 12)}" for player in self.match.players)
            setter = self.rng.choice(self.match.players)
            self.say(f"judge JD enters totals {totals} after 2 shakes, the last set by {setter}")
        self.pause(3, 6)

    def go_on(self) -> None:
        """The next thing that somebody does."""
        acts = self.acts
        if not acts:
            self._nobody()
            return
        by_phase: dict[str, Callable[[list[Act]], None]] = {
            "first-roll": self._first_roll,
            "between": self._roll,
            "setting": self._set,
            "moving": self._move,
            "lifted": self._state,
            "writing": self._write_up,
            "checking": self._check,
        }
        by_phase[self.phase](acts)

    # What is legal

    def _first_roll(self, acts: list[Act]) -> None:
        self.say(f"{acts[0].player} rolls {self.rng.choice(UPPER)} for the first Goal")
        self.pause(3, 5)

    def _roll(self, acts: list[Act]) -> None:
        self.pause(14, 20)
        player = acts[0].player
        upper = 15 if self.rng.random() < 0.1 else 14
        self.say(f"{player} rolls {self._letters(upper)}")
        if upper != 14:
            self._follow(player, [f"{player} rolls {self._letters(14)}"], must=True, takes=(12, 15))
        lasts = self.rng.random() < TO_THE_LAST
        self.turns = 99 if lasts else self.rng.randint(*TURNS)
        self.pause(11, 14)

    def _set(self, acts: list[Act]) -> None:
        setter = acts[0].player
        choices = {choice for act in acts for choice in act.choices}
        if "roll" in {act.act for act in acts}:
            self._roll(acts)
        elif self._is_chosen(0.2) and self._misbehave(setter, self._before_goal()):
            pass
        elif "bonus" in choices and self._is_chosen(0.3):
            self.say(f"{setter} says bonus")
            self.pause(2.5, 4)
            self._moves(setter, self._free(1), "forbidden")
            self.pause(6, 9)
        elif "goal" in choices and not self.shake.holding("goal"):
            numbers = self._free(self.rng.choice((1, 1, 3, 3, 3, 5)))
            self.pause(3 * len(numbers), 3 * len(numbers) + 2)
            self._moves(setter, numbers, "goal")
            self.pause(3, 6)
            if self._is_chosen(0.25):
                self._misbehave(setter, self._with_goal())
        else:
            self.say(f"{setter} says goal")
            self.pause(8, 12)

    def _move(self, acts: list[Act]) -> None:
        moves = [act for act in acts if act.act == "move"]
        lifts = [act for act in acts if act.act == "lift"]
        if self.turns <= 0 and lifts:
            act = self.rng.choice(lifts)
            self._lift(act.player, self.rng.choice(act.choices))
            return
        self.turns -= 1
        player = moves[0].player
        if self._is_chosen(ILLEGAL) and self._misbehave(player, self._in_turn()):
            return
        bonus = [act for act in acts if act.act == "say" and "bonus" in act.choices]
        if bonus and self._is_chosen(0.15):
            self.say(f"{player} says bonus")
            self.pause(2.5, 4)
            return
        self._moves(player, self._free(1), self.rng.choice(moves[0].choices))
        self.pause(5, 11)

    def _state(self, acts: list[Act]) -> None:
        """Somebody has the block and must say a word."""
        act = next(act for act in acts if act.act == "say")
        self.say(f"{act.player} says {self.rng.choice(act.choices)}")
        self.pause(1.5, 2.5)
        self.say("the block is returned")
        self.pause(6, 10)

    def _write_up(self, acts: list[Act]) -> None:
        self.pause(5, 14)
        if self._is_chosen(0.08):
            self._misbehave(self.rng.choice(self.match.players), [self._touch])
        acts = [act for act in self.acts if act.act != "lift"]
        if not acts:
            self._nobody()
            return
        act = self.rng.choice(acts)
        if act.act == "side":
            self.say(f"{act.player} joins the {self.rng.choice(act.choices)}")
        else:
            self.say(f"{act.player} presents {'a solution' if act.act == 'present' else 'nothing'}")

    def _check(self, acts: list[Act]) -> None:
        self.pause(5, 10)
        if self._is_chosen(0.1):
            self._misbehave(self.rng.choice(self.match.players), [self._touch])
        acts = self.acts
        if not acts:
            return
        act = self.rng.choice([act for act in acts if act.act == "accept"])
        (writer,) = act.choices
        if self._is_chosen(0.85):
            self.say(f"{act.player} accepts {writer}'s solution")
            return
        self.say(f"{act.player} rejects {writer}'s solution: a rule is used incorrectly")
        self.pause(8, 12)
        self.say(f"judge JD finds {writer}'s solution {self.rng.choice(('correct', 'incorrect'))}: looked at")

    def _nobody(self) -> None:
        """Nobody can do anything: time passes, or a judge settles what is open."""
        self.pause(10, 15)
        self.say("time passes")

    # What is not

    def _misbehave(self, player: str, kinds: Sequence[Callable[[str], bool]]) -> bool:
        """Somebody does something that they should not; says whether anything was done."""
        for kind in self.rng.sample(kinds, len(kinds)):
            if kind(player):
                self.pause(5, 10)
                return True
        return False

    def _before_goal(self) -> list[Callable[[str], bool]]:
        """What can go wrong while no cube is in the Goal."""
        if self.shake.holding("goal"):
            return []
        return [self._wrong_setter, self._early_challenge, self._brief_hover]

    def _with_goal(self) -> list[Callable[[str], bool]]:
        """What can go wrong between the last cube of the Goal and the word that it is set."""
        return [self._withdraw_from_goal, self._late_bonus, self._goal_too_long, self._early_challenge]

    def _in_turn(self) -> list[Callable[[str], bool]]:
        """What can go wrong when somebody is to move; what is easily done comes twice."""
        return [
            self._out_of_turn, self._out_of_turn, self._second_cube, self._second_cube, self._bonus_elsewhere,
            self._bonus_while_leading, self._turn_over, self._turn_over, self._relocate, self._relocate, self._withdraw,
            self._take_off, self._to_goal, self._change_goal, self._hover, self._brief_hover, self._cover,
            self._brief_cover, self._overstay, self._self_challenge, self._unstated, self._last_to_forbidden,
        ]  # fmt: skip

    def _wrong_setter(self, setter: str) -> bool:
        other = self._other(setter)
        (cube,) = self._free(1)
        self._moves(other, [cube], "goal")
        self._follow(other, [self._moving(other, [cube], "resources")], must=True)
        return True

    def _withdraw_from_goal(self, setter: str) -> bool:
        cube = self._in("goal")[-1]
        self._moves(setter, [cube], "resources")
        self._follow(setter, [self._moving(setter, [cube], "goal")], must=True)
        return True

    def _late_bonus(self, setter: str) -> bool:
        (cube,) = self._free(1)
        self.say(f"{setter} says bonus")
        self.pause(2.5, 4)
        self._moves(setter, [cube], "forbidden")
        self._follow(setter, [self._moving(setter, [cube], "resources")])
        return True

    def _goal_too_long(self, setter: str) -> bool:
        numbers = self._free(8 - len(self._in("goal")))
        self.pause(3 * len(numbers), 3 * len(numbers) + 1)
        if not self._is_time(10):
            return False
        self._moves(setter, numbers, "goal")
        self.pause(4, 6)
        self.say(f"{setter} says goal")
        self._follow(setter, [self._moving(setter, numbers[-1:], "resources")], must=True)
        return True

    def _early_challenge(self, setter: str) -> bool:
        self._lift(self._other(setter), "now")
        return True

    def _out_of_turn(self, player: str) -> bool:
        other = self._other(player)
        (cube,) = self._free(1)
        self._moves(other, [cube], self.rng.choice(SECTIONS))
        self._follow(other, [self._moving(other, [cube], "resources")])
        return True

    def _second_cube(self, player: str) -> bool:
        """A second cube that was not announced, after one to forbidden or elsewhere."""
        if len(self._in("resources")) < 4:
            return False
        first, second = self._free(2)
        self._moves(player, [first], self.rng.choice(SECTIONS))
        self.pause(3.5, 5)
        self._moves(player, [second], self.rng.choice(SECTIONS))
        self._follow(player, [self._moving(player, [second], "resources")])
        return True

    def _bonus_elsewhere(self, player: str) -> bool:
        if len(self._in("resources")) < 4 or not self._may_bonus(player):
            return False
        (cube,) = self._free(1)
        self.say(f"{player} says bonus")
        self.pause(2.5, 4)
        self._moves(player, [cube], self.rng.choice(("required", "permitted")))
        self._follow(player, [self._moving(player, [cube], "resources")])
        return True

    def _bonus_while_leading(self, player: str) -> bool:
        if len(self._in("resources")) < 4 or self._may_bonus(player):
            return False
        self.say(f"{player} says bonus")
        self.pause(2.5, 4)
        self._moves(player, self._free(1), "forbidden")
        self._follow(player, [])
        return True

    def _turn_over(self, player: str) -> bool:
        by = self.rng.choice(self.match.players)
        cube = self.rng.choice(self._in(*SECTIONS, "resources"))
        was = self.shake.letters[cube - 1]
        letter = self.rng.choice([one for one in (UPPER if was in UPPER else LOWER) if one != was])
        self.say(f"{by} turns {self._named(cube)} over to {letter}")
        self._follow(by, [f"{by} turns #{cube} over to {was}"])
        return True

    def _relocate(self, player: str) -> bool:
        by = self.rng.choice(self.match.players)
        played = self._in(*SECTIONS)
        if not played:
            return False
        cube = self.rng.choice(played)
        home = self.shake.where[cube - 1]
        self._moves(by, [cube], self.rng.choice([region for region in SECTIONS if region != home]))
        self._follow(by, [self._moving(by, [cube], home)])
        return True

    def _withdraw(self, player: str) -> bool:
        return self._take_away("resources")

    def _take_off(self, player: str) -> bool:
        return self._take_away("off")

    def _take_away(self, to: str) -> bool:
        by = self.rng.choice(self.match.players)
        played = self._in(*SECTIONS)
        if not played:
            return False
        cube = self.rng.choice(played)
        home = self.shake.where[cube - 1]
        self._moves(by, [cube], to)
        self._follow(by, [self._moving(by, [cube], home)], must=to == "off")
        return True

    def _to_goal(self, player: str) -> bool:
        (cube,) = self._free(1)
        self._moves(player, [cube], "goal")
        self._follow(player, [self._moving(player, [cube], "resources")], must=True)
        return True

    def _change_goal(self, player: str) -> bool:
        by = self.rng.choice(self.match.players)
        cube = self._in("goal")[-1]
        self._moves(by, [cube], "resources")
        self._follow(by, [self._moving(by, [cube], "goal")], must=True)
        return True

    def _hover(self, player: str) -> bool:
        return self._stay(_STAYS_MS, "keeps a hand at the block", "no hand is at the block")

    def _brief_hover(self, player: str) -> bool:
        return self._stay(self.rng.randint(4, 12) * 1000, "keeps a hand at the block", "no hand is at the block")

    def _cover(self, player: str) -> bool:
        return self._stay(_STAYS_MS, self._covering(), "the view is clear")

    def _brief_cover(self, player: str) -> bool:
        return self._stay(self.rng.randint(4, 10) * 1000, self._covering(), "the view is clear")

    def _covering(self) -> str:
        lying = self._in(*SECTIONS) or self._in("resources")
        return f"covers {self._named(self.rng.choice(lying))}"

    def _stay(self, milliseconds: int, words: str, end: str) -> bool:
        if not self._is_time(milliseconds / 1000 + 15):
            return False
        by = self.rng.choice(self.match.players)
        self.say(f"{by} {words}")
        self.now += milliseconds
        self.say(end)
        self.pause(3, 5)
        return True

    def _overstay(self, player: str) -> bool:
        """Too long a thought."""
        limit = self.shake.limit
        if limit is None or limit.over or not self._is_chosen(0.3):
            return False
        self.now = limit.out + self.rng.randint(5, 12) * 1000
        self.say("time passes")
        return True

    def _self_challenge(self, player: str) -> bool:
        if self.shake.last_mover is None or not self._is_chosen(0.5):
            return False
        self._lift(self.shake.last_mover, "impossible")
        return True

    def _unstated(self, player: str) -> bool:
        """The block is lifted, and no word is said."""
        lifts = [act.player for act in self.acts if act.act == "lift"]
        if not lifts or not self._is_time(45) or not self._is_chosen(0.5):
            return False
        self.say(f"{self.rng.choice(lifts)} lifts the block")
        self.pause(20, 24)
        self.say("time passes")
        self.say("the block is returned")
        return True

    def _last_to_forbidden(self, player: str) -> bool:
        left = self._in("resources")
        if len(left) != 1:
            return False
        self._moves(player, left, "forbidden")
        self._follow(player, [self._moving(player, left, "resources"), self._moving(player, left, "permitted")])
        return True

    def _touch(self, player: str) -> bool:
        """A cube is moved while others write or check."""
        numbers = self._free(1)
        if not numbers:
            return False
        self._moves(player, numbers, self.rng.choice(SECTIONS))
        self._follow(player, [self._moving(player, numbers, "resources")], must=True)
        return True

    # How it is said

    def say(self, sentence: str) -> None:
        """Write a line, and under it the flags and the scores that come of it."""
        flags, scored = set(self.match.flags), [shake.scores for shake in self.match.shakes]
        self._write(sentence)
        self.lines.append(f"{_clock(self.now):<7} {sentence}")
        for flag in (flag for key, flag in self.match.flags.items() if key not in flags):
            self._expect(f"flag {flag.kind} by {flag.player or 'nobody'}")
        if [shake.scores for shake in self.match.shakes] != scored and self.shake.scores:
            self._expect("scores " + ", ".join(f"{player} {points}" for player, points in self.shake.scores.items()))

    def _expect(self, text: str) -> None:
        self.lines.append(f"{'':<8}expect {text}")

    def _write(self, sentence: str) -> None:
        match = self.run.referee.table.match
        if match is not None and self.now > match.at:
            match, _ = at_moment(match, self.now)
        saying = understand(sentence, match)
        for event in saying.events:
            self.run.write(event, saying.source, self.now, self.now)

    def _follow(
        self, by: str, undone: Sequence[str], must: bool = False, takes: tuple[float, float] = (4.5, 6.0)
    ) -> None:
        """What follows on something illegal: it is charged and put right, put right unasked, or passed over."""
        newest = next(reversed(self.match.flags.values()), None)
        raised = newest is not None and newest.player == by and newest.at >= self.now - 1_000
        how = self.rng.random()
        if raised and newest is not None and how < 0.4:
            self.pause(3, 5)
            self.say(f"{self._other(by)} charges {by} with {newest.kind}")
        elif how > 0.7 and not must:
            return
        for sentence in undone:
            self.pause(*takes)
            self.say(sentence)

    def _lift(self, player: str, word: str) -> None:
        self.say(f"{player} lifts the block")
        self.pause(2.5, 4)
        self.say(f"{player} says {word}")
        self.pause(1.5, 2.5)
        self.say("the block is returned")
        self.pause(5, 8)

    def pause(self, least: float, most: float) -> None:
        """So many seconds pass, and some more where a limit is about to run out or just has."""
        self.now += round(self.rng.uniform(least, most) * 10) * 100
        shake = self.match.shake
        for due in (*((shake.limit.due, shake.limit.out) if shake and shake.limit else ()),):
            if abs(self.now - due) < _MARGIN_MS:
                self.now = due + _MARGIN_MS

    def _moves(self, player: str, numbers: Sequence[int], to: str) -> None:
        self.say(self._moving(player, numbers, to))

    def _moving(self, player: str, numbers: Sequence[int], to: str) -> str:
        return f"{player} moves {' '.join(map(self._named, numbers))} to {to}"

    def _named(self, number: int) -> str:
        """A cube by its letter, as people say it, and which of those with that letter."""
        letters = self.shake.letters
        alike = [one for one, letter in enumerate(letters, 1) if letter == letters[number - 1]]
        return f"{letters[number - 1]}{alike.index(number) + 1}"

    def _letters(self, upper: int) -> str:
        letters = self.rng.choices(UPPER, k=upper), self.rng.choices(LOWER, k=28 - upper)
        return " ".join("".join(sorted(part)) for part in letters)

    def _free(self, count: int) -> list[int]:
        left = self._in("resources")
        return self.rng.sample(left, min(count, len(left)))

    def _in(self, *regions: str) -> list[int]:
        return [number for number, where in enumerate(self.shake.where, 1) if where in regions]

    def _other(self, player: str) -> str:
        return self.rng.choice([one for one in self.match.players if one != player])

    def _may_bonus(self, player: str) -> bool:
        return any(act.player == player and act.act == "say" and "bonus" in act.choices for act in self.acts)

    def _is_time(self, seconds: float) -> bool:
        """Whether so many seconds are left before any limit runs out."""
        limit = self.match.shake.limit if self.match.shake else None
        return limit is None or limit.over or limit.due - self.now > seconds * 1000

    def _is_chosen(self, share: float) -> bool:
        return self.rng.random() < share


def _clock(milliseconds: int) -> str:
    minutes, rest = divmod(milliseconds, 60_000)
    seconds, rest = divmod(rest, 1000)
    return f"{minutes}:{seconds:02}" + (f".{rest:03}".rstrip("0") if rest else "")
