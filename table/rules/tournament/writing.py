"""Writing and checking solutions, and the scores they lead to (VII, VIII, X, XI-B)."""

from __future__ import annotations

from table.rules.events import Accepted, CheckStarted, Declined, ExtraMinute, Presented, Rejected, Sided
from table.rules.sand import Limit
from table.rules.tournament import limits
from table.rules.tournament.scoring import Outcome, shake_scores
from table.rules.tournament.state import TournamentMatch, TournamentShake


def last_cube(m: TournamentMatch, s: TournamentShake) -> None:
    """The last cube was moved: everyone writes (VIII-A)."""
    s.phase, s.ending = "writing", "last-cube"
    m.tell("last-cube", "the last cube is played; everyone may write", "VIII-A")
    limits.start(m, s, "write", s.players, m.edition.write_last_cube.value)


def last_cube_challenged(m: TournamentMatch, s: TournamentShake, challenger: str) -> None:
    """Impossible against the last cube: the mover's side has the rest of the time (VIII-B)."""
    if challenger in s.presented:
        s.presented.remove(challenger)
    s.declined.clear()  # there was nothing to decide when they declined
    for player in third_parties(s):
        if player in s.presented:
            s.sides[player] = "mover"
    advance(m, s)


def forget(s: TournamentShake) -> None:
    """Nobody writes after all."""
    s.ending = None
    s.presented, s.declined, s.closed = [], [], []


def first_minute(m: TournamentMatch, limit: Limit) -> int:
    """When the first minute of writing for the last cube ends (VIII-B)."""
    return limit.began + limit.carry + m.edition.impossible_after_last.value * 1000


def stop(m: TournamentMatch, s: TournamentShake) -> None:
    """The round is over and no challenge was made: everyone writes, with any of the resources (XI-B)."""
    if s.phase != "moving" or s.replay:
        return
    s.phase, s.ending = "writing", "stop"
    m.tell("stop", "stop: do not move another cube; each player may write a solution", "XI-B")
    limits.start(m, s, "write", s.players, m.edition.write_stop.value)


def writers(s: TournamentShake) -> frozenset[str]:
    """Who must write after a challenge: the side that claims a solution exists (VII-A)."""
    c = s.challenge
    if c is None:
        return frozenset()
    must = c.challenger if c.kind == "now" else c.mover
    side = "challenger" if c.kind == "now" else "mover"
    return frozenset({must} | {p for p, joined in s.sides.items() if joined == side})


def third_parties(s: TournamentShake) -> tuple[str, ...]:
    c = s.challenge
    return tuple(p for p in s.players if c is not None and p not in (c.challenger, c.mover))


def unfinished(s: TournamentShake) -> tuple[str, ...]:
    """Whom the writing still waits for: those who must write and those who must decide."""
    if s.challenge is None:
        wait = set(s.players)
    else:
        wait = set(writers(s)) | {p for p in third_parties(s) if p not in s.sides}
    return tuple(p for p in s.players if p in wait and p not in s.presented + s.declined + s.closed)


def sided(m: TournamentMatch, s: TournamentShake, e: Sided) -> None:
    """The third party joins a side and cannot go back (VII-C-1)."""
    if s.phase != "writing" or e.player not in third_parties(s):
        return m.note(f"{e.player} is no third party", e.player)
    if e.player in s.closed:
        return m.note(f"{e.player} joined a side after the time for it", e.player)
    known = s.sides.setdefault(e.player, e.side)
    if known != e.side:
        m.flag("side-retracted", e.player, detail=f"{e.player} had joined the {known}")
    return advance(m, s)


def presented(m: TournamentMatch, s: TournamentShake, e: Presented) -> None:
    """A solution is on the table; nothing in it changes any more (VII-C-2(a))."""
    player = e.player
    if s.phase != "writing" or player not in s.players or player in s.presented:
        return m.note(f"{player} presented when no solution of theirs was due", player)
    if player in s.closed:
        return m.note(f"{player}'s time to write has ended; the solution does not count", player)
    c = s.challenge
    if c is not None:
        barred = c.mover if c.kind == "now" else c.challenger
        side = "challenger" if c.kind == "now" else "mover"
        if player == barred:
            m.flag("barred-solution", player)
            return None
        if player in third_parties(s) and s.sides.setdefault(player, side) != side:  # type: ignore[arg-type]
            m.flag("side-retracted", player, detail=f"{player} had joined the side that does not write")
            return None
    if player in s.declined:
        s.declined.remove(player)
    s.presented.append(player)
    m.tell("presented", f"{player} presents a solution", "VII-C-2", player)
    return advance(m, s)


def declined(m: TournamentMatch, s: TournamentShake, e: Declined) -> None:
    """A player will present nothing; for the third party that shows the side (VII-C-1(a))."""
    if s.phase != "writing" or e.player not in s.players or e.player in s.presented:
        return m.note(f"{e.player} declined when nothing of theirs was due", e.player)
    if s.challenge is not None and e.player in third_parties(s):
        s.sides.setdefault(e.player, "mover" if s.challenge.kind == "now" else "challenger")
    if e.player not in s.declined:
        s.declined.append(e.player)
    return advance(m, s)


def extra_minute(m: TournamentMatch, s: TournamentShake, e: ExtraMinute) -> None:
    """The extra minute that is asked for, once, at the cost of a point (2019-20, XI-A)."""
    task = {"writing": "write", "checking": "check"}.get(s.phase, "")
    allowed = task == "check" or m.settings.extra_minute == "writing and checking"
    waits_for = unfinished(s) if s.phase == "writing" else undecided(s)
    if m.edition.overtime.value != "only when asked for" or not task or not allowed or e.player not in waits_for:
        return m.note(f"no extra minute can be given to {e.player} now", e.player)
    if e.player in s.asked[task] or s.limit is None or s.limit.extra:
        return m.note(f"{e.player} has had the extra minute", e.player)
    s.asked[task].append(e.player)
    fact = m.edition.penalties["extra-minute"]
    points = fact.value.of(m.division, m.game)
    m.tell("extra", f"{e.player} takes an extra minute", fact.cite, e.player)
    _grant_asked(m, s, task)
    return m.take("extra-minute", e.player, points, fact.cite, "asked for an extra minute")


def advance(m: TournamentMatch, s: TournamentShake) -> None:
    """Go on to checking once nobody is waited for."""
    if s.phase != "writing" or s.limit is None:
        return
    s.limit.players = unfinished(s)
    s.limit.early = None
    _grant_asked(m, s, "write")
    if not s.limit.players:
        if s.ending == "last-cube" and m.at < first_minute(m, s.limit):
            s.limit.early = first_minute(m, s.limit)  # until then anyone may still challenge (VIII-B)
        else:
            end_writing(m, s)


def writing_ran_out(m: TournamentMatch, s: TournamentShake) -> None:
    """Time to write is over: some may have a minute more, the others are closed (XI-A)."""
    limit = s.limit
    assert limit is not None
    open_ = unfinished(s)
    for player in third_parties(s):
        if player in open_ and player not in s.sides and player not in s.asked["write"]:
            m.flag("side-undecided", player)
    if not limit.extra and m.edition.overtime.value == "only when asked for":
        granted = tuple(p for p in open_ if p in s.asked["write"])
        begins = limit.due
    else:
        granted = tuple(p for p in open_ if p in writers(s)) if m.edition.overtime.value == "another point" else ()
        for player in granted:
            limits.exceed(m, s, player, remedy="another point, and no solution counts" if limit.extra else "")
        granted = () if limit.extra else granted
        begins = limit.out
    s.closed.extend(p for p in open_ if p not in granted)
    if granted:
        limits.grant_extra(m, limit, begins, granted)
    else:
        end_writing(m, s)


def check_started(m: TournamentMatch, s: TournamentShake, e: CheckStarted) -> None:
    """The opponents choose which solution to check; one at a time, after all are presented (VII-C-2, VII-C-3)."""
    _begin_to_check(m, s)
    if s.phase == "writing":
        m.flag("early-check", None, detail=f"{e.writer}'s solution was checked before all were presented")
    elif s.phase != "checking" or e.writer not in s.presented or e.writer in s.checked:
        m.note(f"no solution of {e.writer} waits to be checked", e.writer)
    elif e.writer != s.checking:
        if s.verdicts.get(s.checking or ""):
            m.flag("early-check", None, detail=f"{e.writer}'s solution was checked together with {s.checking}'s")
        else:
            _check(m, s, e.writer)


def verdict(m: TournamentMatch, s: TournamentShake, e: Accepted | Rejected) -> None:
    """A checker accepts or rejects (VII-C-4). A rejection may be taken back while the time runs."""
    _begin_to_check(m, s)
    if s.phase == "writing" and e.writer in s.presented:
        m.flag("early-check", e.player, detail=f"{e.player} checked before all solutions were presented")
        return None
    if s.phase != "checking" or e.player == e.writer or e.player not in s.players or e.writer not in s.presented:
        return m.note(f"{e.player} has no solution of {e.writer} to check", e.player)
    if e.writer in s.checked:
        return m.note(f"{e.writer}'s solution has been checked", e.player)
    if e.writer != s.checking:
        if s.verdicts.get(s.checking or ""):
            m.flag(
                "early-check",
                e.player,
                detail=f"{e.player} checked {e.writer}'s solution beside {s.checking}'s",
            )
            return None
        _check(m, s, e.writer)
    reason = e.reason if isinstance(e, Rejected) else ""
    s.verdicts.setdefault(e.writer, {})[e.player] = (isinstance(e, Accepted), reason)
    return recheck(m, s)


def checking_ran_out(m: TournamentMatch, s: TournamentShake) -> None:
    """Time to check is over: what nobody has shown to be wrong is correct (VII-C-4)."""
    limit = s.limit
    assert limit is not None
    late = undecided(s)
    if not limit.extra and m.edition.overtime.value == "only when asked for":
        granted = tuple(p for p in late if p in s.asked["check"])
        begins = limit.due
    else:
        granted = late if m.edition.overtime.value == "another point" else ()
        for player in granted:
            limits.exceed(m, s, player, remedy="another point, and checking is over" if limit.extra else "")
        granted = () if limit.extra else granted
        begins = limit.out
    if granted:
        limits.grant_extra(m, limit, begins, granted)
    else:
        _next_check(m, s)


def settle(m: TournamentMatch, s: TournamentShake) -> None:
    """A judge has spoken on the solution under check: go on to the next."""
    _next_check(m, s)


def recheck(m: TournamentMatch, s: TournamentShake) -> None:
    """Somebody left the shake: perhaps nobody is waited for any more."""
    if s.limit is not None:
        s.limit.players = undecided(s)
        _grant_asked(m, s, "check")
    if not undecided(s):
        _next_check(m, s)


def is_correct(s: TournamentShake, writer: str) -> bool:
    """A judge's ruling, or else: correct unless an opponent rejected it (VII-C-4)."""
    if writer in s.rulings:
        return s.rulings[writer][0]
    return all(accepted for accepted, _ in s.verdicts.get(writer, {}).values())


def score(m: TournamentMatch, s: TournamentShake) -> None:
    """The shake's scores as things stand (X)."""
    c = s.challenge
    s.scores = shake_scores(
        m.edition,
        m.players,
        Outcome(
            players=s.players,
            correct={w: is_correct(s, w) for w in s.presented},
            writers=writers(s),
            challenger=c.challenger if c else None,
            joined_challenger=frozenset(p for p, side in s.sides.items() if side == "challenger"),
            accepted=frozenset(
                p for w in s.verdicts.values() for p, (yes, _) in w.items() if yes and p not in s.presented
            ),
        ),
    )
    told = ", ".join(f"{p} {points}" for p, points in s.scores.items())
    m.tell("scored", f"shake {s.number}: {told}", "X-B" if c else "X-C")


def end_writing(m: TournamentMatch, s: TournamentShake) -> None:
    """Nobody is waited for any more, or the time is over."""
    for player in third_parties(s):  # silence shows the side: no solution, so not with the writers
        if s.challenge is not None:
            s.sides.setdefault(player, "mover" if s.challenge.kind == "now" else "challenger")
    if s.lift is not None:
        s.lift = None
        m.note("the writing ended before a challenge was stated")
    s.phase = "checking"
    return _check_next(m, s)


def _grant_asked(m: TournamentMatch, s: TournamentShake, task: str) -> None:
    """Everyone who is waited for asked for the extra minute: nobody is to be counted down before it."""
    limit = s.limit
    if limit is not None and limit.players and not limit.extra and set(limit.players) <= set(s.asked[task]):
        limits.grant_extra(m, limit, limit.due, limit.players)


def _begin_to_check(m: TournamentMatch, s: TournamentShake) -> None:
    """Nobody is waited for, and only the minute for a challenge of the last cube still runs: checking ends it."""
    if s.phase == "writing" and s.limit is not None and s.limit.early is not None and s.presented and s.lift is None:
        end_writing(m, s)


def _check(m: TournamentMatch, s: TournamentShake, writer: str) -> None:
    s.checking = writer
    limits.start(m, s, "check", undecided(s), m.edition.check.value)
    m.tell("checking", f"{writer}'s solution is checked", "VII-C-3", writer)


def undecided(s: TournamentShake) -> tuple[str, ...]:
    given = s.verdicts.get(s.checking or "", {})
    return tuple(p for p in s.players if p != s.checking and p not in given)


def _next_check(m: TournamentMatch, s: TournamentShake) -> None:
    if s.checking is not None:
        s.checked.append(s.checking)
    s.checking = None
    s.asked["check"].clear()
    _check_next(m, s)


def _check_next(m: TournamentMatch, s: TournamentShake) -> None:
    """The next solution that nobody has settled, or the scores."""
    waiting = [w for w in s.presented if w not in s.checked and w not in s.rulings]
    if waiting:
        _check(m, s, waiting[0])
    else:
        _finish(m, s)


def _finish(m: TournamentMatch, s: TournamentShake) -> None:
    limits.end(m, s)
    s.phase = "scored"
    score(m, s)
