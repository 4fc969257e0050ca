"""`wff-table simulate`: a virtual table that is played at with hands, on film with the truth beside it, or told."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from enum import StrEnum
from inspect import cleandoc
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from hardware.simulated.fault_words import BadFault, listed
from table.cli.errors import one_sentence, refuse
from table.language.blanks import BadSentence, milliseconds
from table.language.scenario import parse

if TYPE_CHECKING:  # they bring OpenCV and gpiozero, which would slow down every other command
    from hardware.parts import Input
    from hardware.simulated.bench import Bench
    from hardware.simulated.deeds import Done
    from table.simulation.cues import Cue


class Speed(StrEnum):
    live = "live"
    fast = "fast"


def simulate(
    script: Annotated[Path | None, typer.Argument(help="A scenario file; the built-in round if none is given.")] = None,
    seed: Annotated[int, typer.Option(help="Chance: the same seed gives the same play.")] = 0,
    minutes: Annotated[float, typer.Option(help="How long; 5 at random, a script to its end.", min=0)] = 0.0,
    at_random: Annotated[bool, typer.Option("--random", help="Legal and illegal play at random, no script.")] = False,
    idle: Annotated[bool, typer.Option("--idle", help="Hands, shadows and lamps, and no move at all.")] = False,
    out: Annotated[Path | None, typer.Option(help="A folder for pictures, their times and the truth.")] = None,
    fps: Annotated[float, typer.Option(help="Pictures a second.", min=0.5, max=60)] = 15.0,
    speed: Annotated[Speed, typer.Option(help="Without --out: in its own time, or as fast as can be.")] = Speed.live,
    fault: Annotated[
        list[str] | None, typer.Option(help="Something that goes wrong: '0:20 unplug camera'. May be repeated.")
    ] = None,
    pod: Annotated[bool, typer.Option("--pod", help="Block and buttons on a virtual pod, not on pins.")] = False,
    vary: Annotated[bool, typer.Option("--vary", help="Another table, light and camera with each seed.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Write into a folder that has something in it.")] = False,
) -> None:
    """Play at a virtual table with hands, and render what its camera sees.

    With --out, pictures are written as fast as they are made, with frames.jsonl (their times) and truth.jsonl (what was
    physically done). Without it, what happens is told, and what the block's switch and the buttons say.
    """
    with one_sentence():
        if sum((at_random, idle, script is not None)) > 1:
            refuse("choose one: a script, --random or --idle")
        if out and out.is_dir() and any(out.iterdir()) and not force:
            refuse(f"{out} has something in it; choose another folder, or write into it with --force")
        bench = _bench(seed, pod, vary, fps, travelling=out is not None or speed is Speed.fast)
        try:
            zero, moments = _play(bench, script, at_random, idle, Random(seed), minutes)
            moments = _spoiled(bench, moments, fault or [], zero)
            if out:
                _record(bench, moments, out, {"seed": seed, "fps": fps, "vary": vary, "zero": zero})
            else:
                _tell(bench, moments, zero)
        except (BadFault, BadSentence) as error:
            refuse(str(error))
        finally:
            bench.close()


simulate.__doc__ = f"{cleandoc(simulate.__doc__ or '')}\n\nWhat --fault takes, after a time:\n\n\b\n{listed()}"


def _bench(seed: int, pod: bool, vary: bool, fps: float, travelling: bool) -> Bench:
    from hardware.clock import now  # noqa: PLC0415
    from hardware.mats import mat_named  # noqa: PLC0415
    from hardware.simulated.bench import Bench, Travelling  # noqa: PLC0415
    from hardware.simulated.look import random_look  # noqa: PLC0415
    from hardware.simulated.variety import random_light, random_view  # noqa: PLC0415

    rng = Random(seed)
    return Bench(
        seed,
        pod=pod,
        look=random_look(rng) if vary else None,
        light=random_light(rng) if vary else None,
        view=random_view(rng, mat_named("tournament")) if vary else None,
        clock=Travelling(0) if travelling else now,
        rate=fps,
    )


def _play(
    bench: Bench, script: Path | None, at_random: bool, idle: bool, rng: Random, minutes: float
) -> tuple[float, Iterator[Cue]]:
    """The puppet's time at 0:00, and what is played."""
    from table.cli.demo import builtin, script_in  # noqa: PLC0415
    from table.simulation.performer import SETTING_UP_MS, perform  # noqa: PLC0415
    from table.simulation.random_hands import idle_minutes, random_play  # noqa: PLC0415

    if at_random:
        return 0.0, random_play(bench, rng, minutes or 5)
    if idle:
        return 0.0, idle_minutes(bench, rng, minutes or 5)
    scenario = parse(script_in(script), script.stem) if script else builtin()
    whole = perform(scenario, scenario.editions[0], scenario.divisions[0], bench, rng=rng)
    return SETTING_UP_MS, _cut_short(whole, SETTING_UP_MS + minutes * 60_000) if minutes else whole


def _cut_short(moments: Iterator[Cue], end: float) -> Iterator[Cue]:
    for moment in moments:
        if moment.at > end:
            yield moment._replace(at=end, kind="end", words="it is cut short here", line=None)
            return
        yield moment


def _spoiled(bench: Bench, moments: Iterator[Cue], faults: list[str], zero: float) -> Iterator[Cue]:
    from table.simulation.recording import with_faults  # noqa: PLC0415

    timed = []
    for text in faults:
        at, _, words = text.strip().partition(" ")
        if not words:
            raise BadSentence(f"'{text}' should be a time and a fault, like '0:20 unplug camera'")
        timed.append((milliseconds(at) + zero, words))
    return with_faults(bench, moments, timed)


def _record(bench: Bench, moments: Iterator[Cue], out: Path, about: dict[str, object]) -> None:
    from hardware.parts import Frame  # noqa: PLC0415
    from table.simulation.recording import Recording, film  # noqa: PLC0415

    recording = Recording(out, about)
    bench.table.listen(recording.done)
    try:
        for thing in film(bench, moments, bench.camera()):
            if isinstance(thing, Frame):
                recording.picture(thing, thing.at - bench.moment(0))
                _progress(recording.frames, bench.table.now)
            else:
                recording.moment(thing)
    finally:
        recording.close(bench.table.people)
        print(f"\r{out}: {recording.frames} pictures, {len(bench.table.log)} deeds", file=sys.stderr)


def _tell(bench: Bench, moments: Iterator[Cue], zero: float) -> None:
    heard: list[Input] = []
    bench.block(heard.append)
    bench.buttons(heard.append)
    bench.table.listen(_teller(zero))
    for moment in moments:
        bench.advance(moment.at - bench.table.now)
        while heard:
            print(f"{'':11}> {_heard(heard.pop(0), bench.moment(zero))}", flush=True)
        if moment.kind in ("say", "fault", "end"):
            print(f"{_clock(moment.at - zero)}  {moment.kind}: {moment.words}", flush=True)


def _teller(zero: float) -> Callable[[Done], None]:
    """Tells what is done; a roll of many cubes in one line."""
    rolled: list[Done] = []

    def tell(done: Done) -> None:
        if rolled and (done.kind, done.ended) != ("roll", rolled[0].ended):
            letters = "".join(cube.letter for cube in rolled)
            print(f"{_clock(rolled[0].ended - zero)}  {_who(rolled[0])} rolled {letters}", flush=True)
            rolled.clear()
        if done.kind == "roll":
            rolled.append(done)
        elif done.kind != "gather":
            print(f"{_clock(done.ended - zero)}  {_who(done)} {_deed(done)}", flush=True)

    return tell


def _who(done: Done) -> str:
    return f"{done.who or 'somebody'}{f' ({done.side})' if done.side else ''}:"


def _deed(done: Done) -> str:
    where = done.to if done.was == done.to else f"{done.was} to {done.to}"
    return f"{done.kind} {done.letter}, {where}" if done.cube else f"{done.kind} {done.to}".strip()


def _heard(found: Input, zero: int) -> str:
    words = ", ".join(f"{name} {value}" for name, value in found._asdict().items() if name != "at")
    return f"{type(found).__name__} at {_clock(found.at - zero).strip()}: {words}"


def _clock(at: float) -> str:
    minutes, seconds = divmod(abs(at) / 1000, 60)
    return f"{'-' if at < 0 else ''}{minutes:.0f}:{seconds:05.2f}".rjust(9)


def _progress(frames: int, at: float) -> None:
    if sys.stderr.isatty() and frames % 15 == 0:
        print(f"\r{_clock(at)}, {frames} pictures ", end="", file=sys.stderr, flush=True)
