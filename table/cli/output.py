"""Standard output that may be lost while a table runs: a reader that has gone, a full disk, a closed terminal."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from typing import TextIO


class Lasting(io.TextIOBase):
    """Writes as long as it can. After the first write that fails, all that follows goes nowhere, without a word."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self.lost = False

    def write(self, text: str) -> int:
        if not self.lost:
            with self._losing():
                self._write(text)
        return len(text)

    def flush(self) -> None:
        if not self.lost:
            with self._losing():
                self._out.flush()

    def isatty(self) -> bool:
        return not self.lost and self._out.isatty()

    def fileno(self) -> int:
        return self._out.fileno()

    def _write(self, text: str) -> None:
        try:
            self._out.write(text)
        except UnicodeEncodeError as error:  # a letter that this terminal has not is no reason to be silent
            self._out.write(text.encode(error.encoding, "replace").decode(error.encoding))

    @contextmanager
    def _losing(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError):
            self.lost = True
            discard(self._out)


@contextmanager
def lasting() -> Iterator[None]:
    """Whatever happens to standard output, who prints to it goes on."""
    with redirect_stdout(Lasting(sys.stdout)):
        try:
            yield
        finally:
            sys.stdout.flush()


def discard(out: TextIO) -> None:
    """Let nothing more come out, nor fail, not even what waits to be written when the process ends."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, out.fileno())
        os.close(nowhere)


def open_streams() -> None:
    """Open nowhere what was closed when the process began, so that no file of ours is taken for a stream."""
    sys.stdin = sys.stdin or os.fdopen(os.open(os.devnull, os.O_RDONLY))
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


@contextmanager
def written_out() -> Iterator[None]:
    """Write what still waits when a command ends; output that cannot be written is a sentence and exit code 2."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        discard(sys.stdout)
    except OSError as error:
        discard(sys.stdout)
        where = error.filename or "standard output"
        print(f"wff-table: {where}: {(error.strerror or str(error)).lower()}", file=sys.stderr)
        sys.exit(2)
