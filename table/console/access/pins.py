"""PINs, the key that signs cookies, and the screens that were paired: one small file that only its owner can read.

PINs are made here, never chosen, and kept as scrypt hashes. New PINs come with a new key, so everyone who was logged
in has to log in again, and every screen has to be paired again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

Role: TypeAlias = Literal["judge", "head", "staff"]
ROLES: tuple[Role, ...] = get_args(Role)
TITLES: dict[str, str] = {"judge": "Judge", "head": "Head judge", "staff": "Staff"}
NAME = "console.json"
DIGITS = 8


class NoPins(Exception):  # noqa: N818 - it reads better so
    """There is no file with PINs, or it cannot be used; the sentence says what to do."""


class Pins:
    """The file, read again whenever it has changed."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / NAME
        self._stamp: tuple[int, int] | None = None
        self._held: dict[str, Any] = {}
        self._read()

    @property
    def key(self) -> bytes:
        self._read()
        return bytes.fromhex(self._held["key"])

    def role_of(self, pin: str) -> Role | None:
        """Whose PIN this is. It costs a fifth of a second on purpose, and the same whatever is typed."""
        self._read()
        typed = "".join(pin.split())
        found: Role | None = None
        for role in ROLES:
            kept = self._held["pins"][role]
            if hmac.compare_digest(_hash(typed, bytes.fromhex(kept["salt"])), bytes.fromhex(kept["hash"])):
                found = role
        return found

    def pair(self, screen: str) -> None:
        """Seat actions may come from this screen from now on."""
        self._read()
        self._held["screens"] = [*self._held["screens"], screen]
        self._write()

    def part(self) -> None:
        """No screen is paired any more."""
        self._read()
        self._held["screens"] = []
        self._write()

    def paired(self, screen: str) -> bool:
        self._read()
        return screen in self._held["screens"]

    @property
    def screens(self) -> int:
        self._read()
        return len(self._held["screens"])

    def _read(self) -> None:
        try:
            state = self._path.stat()
            stamp = (state.st_mtime_ns, state.st_ino)
            if stamp != self._stamp:
                self._held = json.loads(self._path.read_text("utf-8"))
                if not {"key", "pins", "screens"} <= set(self._held) or set(self._held["pins"]) != set(ROLES):
                    raise ValueError
                self._stamp = stamp
        except FileNotFoundError:
            raise NoPins("there are no PINs yet: make them with 'wff-table console --new-pins'") from None
        except (OSError, ValueError, TypeError) as error:
            why = getattr(error, "strerror", None) or "it is damaged"
            raise NoPins(f"{self._path}: {why}; make new PINs with 'wff-table console --new-pins'") from None

    def _write(self) -> None:
        _save(self._path, self._held)
        self._stamp = None


def new_pins(directory: Path) -> dict[Role, str]:
    """Make PINs and a key, and keep their hashes; this is the only time that anybody sees the PINs."""
    directory.mkdir(parents=True, exist_ok=True)
    pins: dict[Role, str] = {role: f"{secrets.randbelow(10**DIGITS):0{DIGITS}}" for role in ROLES}
    kept = {}
    for role, pin in pins.items():
        salt = secrets.token_bytes(16)
        kept[role] = {"salt": salt.hex(), "hash": _hash(pin, salt).hex()}
    _save(directory / NAME, {"key": secrets.token_hex(32), "pins": kept, "screens": []})
    return pins


def _hash(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode("utf-8", "replace")[:64], salt=salt, n=2**14, r=8, p=1, dklen=32)


def _save(path: Path, held: dict[str, Any]) -> None:
    """Whole or not at all, and never readable by others, not even for a moment."""
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
        json.dump(held, out)
        out.flush()
        os.fsync(out.fileno())
    fresh.replace(path)
