"""The scoresheet of a tournament match (X, XII)."""

from __future__ import annotations

from collections.abc import Iterable

from table.rules.sheet import (
    ChallengeCell,
    CorrectionRow,
    DifferenceRow,
    Record,
    ShakeRow,
    Sheet,
    State,
    penalty_rows,
    player_column,
)
from table.rules.tournament import writing
from table.rules.tournament.report import final_totals, points
from table.rules.tournament.state import TournamentMatch, TournamentShake
from table.rules.tournament.view import phase


def sheet(m: TournamentMatch, record: Record) -> Sheet:
    """One match's sheet, as things stand."""
    final, earned = final_totals(m), points(m)
    return Sheet(
        match=m.id,
        event="",
        table="",
        edition=m.edition_id,
        title=m.edition.title,
        division=m.division,
        game=m.game,
        opened=record.opened,
        rules=record.opening.rules,
        state=_state(m),
        players=tuple(
            player_column(m, record, name, final[name], earned[name], m.base.get(name, 0), _remark(m, name))
            for name in m.players
        ),
        shakes=tuple(_shake(m, s) for s in m.shakes),
        penalties=penalty_rows(m),
        corrections=tuple(_corrections(m, record)),
        differences=tuple(_differences(m)),
        notes=(*_rulings(m), *record.notes),
    )


def _state(m: TournamentMatch) -> State:
    if m.closed:
        return "closed"
    return "to be signed" if phase(m) == "signing" else "under way"


def _remark(m: TournamentMatch, name: str) -> str:
    if name in m.disqualified:
        return "disqualified (IX-C)"
    if name in m.deceived:
        return "0 for the round (XII-B)"
    if name in m.final:
        return "as corrected (XII-B)"
    return "absent at the end" if name in m.absent else ""


def _shake(m: TournamentMatch, s: TournamentShake) -> ShakeRow:
    scored = s.phase == "scored" and s.scores is not None
    return ShakeRow(
        number=s.number,
        replay=s.replay,
        state="void" if s.phase == "void" else "scored" if scored else "under way",
        setter=s.setter or "",
        goal=s.goal_as_set or s.goal,
        ending=_ending(m, s),
        challenge=_challenge(m, s),
        solutions={writer: writing.is_correct(s, writer) for writer in s.presented} if scored else {},
        scores=dict(s.scores or {}) if scored else {},
        judge=s.scored_by,
    )


def _ending(m: TournamentMatch, s: TournamentShake) -> str:
    if s.phase == "void":
        later = any(other.number == s.number and other.play > s.play for other in m.shakes)
        waiting = any(number == s.number for number, _, _ in m.replays)
        return "void, replayed" if later else "void, to be replayed" if waiting else "void"
    words = {"last-cube": "last cube", "stop": "end of the round", None: ""}
    return words[s.ending] if s.ending in words else _word(m, s.ending or "")


def _challenge(m: TournamentMatch, s: TournamentShake) -> ChallengeCell | None:
    if s.challenge is None:
        return None
    c = s.challenge
    return ChallengeCell(_word(m, c.kind), c.challenger, c.mover, dict(s.sides))


def _word(m: TournamentMatch, kind: str) -> str:
    """Now or Impossible, as the book calls it."""
    return m.edition.now_word.value if kind == "now" else m.edition.impossible_word.value


def _corrections(m: TournamentMatch, record: Record) -> Iterable[CorrectionRow]:
    last = {c.player: c for c in record.corrections}
    for c in record.corrections:
        stands = m.final.get(c.player) if last[c.player] is c else None
        yield CorrectionRow(c.player, c.listed, c.right, stands, c.honest, c.consent, c.by)


def _rulings(m: TournamentMatch) -> Iterable[str]:
    """What judges found of solutions; in the match, because only the referee knows which shake they meant."""
    for s in m.shakes:
        for writer, (correct, reason, by) in s.rulings.items():
            found = "correct" if correct else "not correct"
            why = f": {reason}" if reason else ""
            yield f"Shake {s.number}: judge {by} found {writer}'s solution {found}{why}"


def _differences(m: TournamentMatch) -> Iterable[DifferenceRow]:
    now = final_totals(m)
    for signer, listed in m.signatures.items():
        for player, signed in listed.items():
            if player in now and signed != now[player]:
                yield DifferenceRow(signer, player, signed, now[player], player in m.final)
