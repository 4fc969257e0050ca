"""The proof desk: a solution and its proof judged line by line, for judges only (VII-D)."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from table.console.context import Context
from table.console.gate import Denied, TheContext, TheVisitor, form, need, page
from table.console.proof_worker import question, think
from table.logic.terms import CHALLENGES, BadPositionError, Position
from table.logic.wff import MOST_LETTERS
from table.rules.book_terms import terms
from table.rules.editions import DEFAULT
from table.rules.games import game_of
from table.rules.match import Match

REGIONS = ("goal", "required", "permitted", "forbidden", "resources")
router = APIRouter()


@router.get("/judge/proof")
async def proof_page(request: Request, context: TheContext, visitor: TheVisitor) -> Response:
    need(visitor, "judge")
    return page(request, visitor, "proof.html", **_desk(context, position_of(context.live.snapshot.match)))


@router.post("/judge/proof")
async def proof(request: Request, context: TheContext, visitor: TheVisitor) -> Response:
    need(visitor, "judge")
    given = await form(request, visitor)
    what = given.get("do", "check")
    filled = {name: "".join(given.get(name, "").split()) for name in REGIONS}
    filled |= {name: given.get(name, "") for name in ("challenge", "text", "shorter")}
    shown = _desk(context, filled)
    if what not in ("check", "unneeded", "solve"):
        raise Denied(400, "There is no such thing to ask.")
    if what == "solve" and not shown["may_solve"]:
        raise Denied(403, "The solver answers after the shake, unless the head judge's setting allows it before.")
    try:
        asked = _asked(context, what, filled)
    except (BadPositionError, ValueError) as error:
        return page(
            request,
            visitor,
            "proof.html",
            400,
            **shown | {"answer": {"unread": f"{error}."}, "what": what},
        )
    return page(request, visitor, "proof.html", **shown | {"answer": await think(asked), "what": what})


def position_of(m: Match | None) -> dict[str, str]:
    """The cubes of the shake that is or was last played, and how it was challenged."""
    s = next((s for s in reversed(m.shakes) if s.letters and s.phase != "void"), None) if m else None
    blank = dict.fromkeys(REGIONS, "") | {"challenge": "now", "text": "", "shorter": ""}
    if s is None:
        return blank
    found = {region: s.holding(region) for region in REGIONS[1:]}
    found["resources"] += s.holding("off")
    ending = s.ending or (s.challenge.kind if s.challenge else "now")
    return blank | found | {"goal": s.goal_as_set or s.goal, "challenge": ending}


def _desk(context: Context, filled: dict[str, str]) -> dict[str, Any]:
    m = context.live.snapshot.match
    return {
        "here": "proof",
        "filled": filled,
        "regions": REGIONS,
        "challenges": CHALLENGES,
        "may_solve": context.solver or m is None or m.shake is None,
        "answer": None,
        "what": "",
        "match": m,
        "parts": context.live.parts(["bar"]),
    }


def _asked(context: Context, what: str, filled: dict[str, str]) -> dict[str, Any]:
    m = context.live.snapshot.match
    book = game_of(m).terms(m) if m else terms(DEFAULT.id, "senior")
    challenge = next((one for one in CHALLENGES if one == filled["challenge"]), None)
    if challenge is None:
        raise ValueError("choose how the shake was challenged")
    if len(filled["goal"]) > MOST_LETTERS or any(len(filled[region]) > 60 for region in REGIONS):
        raise ValueError("there are more letters than cubes")
    position = Position(**{region: filled[region] for region in REGIONS}, terms=book)
    return question(what, position, challenge, filled["text"], filled["shorter"])
