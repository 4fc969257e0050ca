"""What an event may choose for its tournament matches where the books leave room."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Settings(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an event may choose for itself where the books leave room."""

    timer: Annotated[
        Literal["sand", "exact"],
        Meta(description="`sand`: what is left in the glass runs out before a limit starts (XI-A-2); `exact`: not so"),
    ] = "sand"
    round_minutes: Annotated[
        int | None, Meta(description="the length of the round in minutes, 6 to 240, if not the book's")
    ] = None
    call_out: Annotated[bool, Meta(description="whether the table itself points out illegal procedure")] = False
    hover_seconds: Annotated[int, Meta(ge=1, description="how long a hand may stay at the block")] = 20
    cover_seconds: Annotated[int, Meta(ge=1, description="how long cubes may be covered")] = 20
    pause_stops_round: Annotated[
        bool, Meta(description="whether the round's clock stops when a judge stops the clocks")
    ] = True
    extra_minute: Annotated[
        Literal["writing and checking", "checking"],
        Meta(description="where 2019-20's extra minute may be asked for: `writing and checking` or `checking`"),
    ] = "writing and checking"
    premises: Annotated[
        Literal["required", "optional"],
        Meta(description="whether a solution needs a premise: `required` or `optional`"),
    ] = "required"
    one_line_subproofs: Annotated[bool, Meta(description="whether a sub-proof may be a single line")] = True
    line_cited_twice: Annotated[bool, Meta(description="whether a rule may cite one line twice")] = True
