"""Files that are there whole or not at all, whatever the disk does while they are written."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def whole(path: Path, over: bool = False) -> Iterator[Path]:
    """A file to write into, beside `path`, that takes its name once it is on the disk; errors name `path`.

    With `over` it takes the place of the old one, with its rights; else it must not be there.
    """
    if over and path.exists() and not path.is_file():  # a pipe or a terminal: nothing to spoil
        yield path
        return
    place = path.resolve()  # what a link points to, not the link
    draft = place.with_name(f"{place.name}.part")
    try:
        yield draft
        with draft.open("rb") as written:
            os.fsync(written.fileno())
        if over and place.exists():
            shutil.copymode(place, draft)
            with suppress(PermissionError):
                os.chown(draft, place.stat().st_uid, place.stat().st_gid)
        elif place.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        draft.replace(place)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
    finally:
        draft.unlink(missing_ok=True)
