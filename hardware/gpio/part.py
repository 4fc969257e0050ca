"""What all parts on pins share: their hold on the pins, a lock, words for what is wrong, a thread, and an end."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar

from hardware.clock import now
from hardware.gpio.factory import explain, pin_factory
from hardware.gpio.watch import PinWatch
from hardware.parts import Inbox, Input, Trouble

RETRY_MS = 1_000
"""Between attempts to have the pins back."""

Held = TypeVar("Held")
"""What a part takes of the pins: a device of gpiozero's, or several."""


class PinPart(ABC, Generic[Held]):
    """A part that takes its pins when they can be had, says in words why it cannot, and takes them again by itself.

    It lets go of them with `close`, or at the end of a `with`:

        >>> with GpioBuzzer(18) as buzzer:
        ...     buzzer.sound("tick")
        ...     print(buzzer.trouble() or "all is well")
        all is well

    A new part says what it takes and what it does there. A lamp that is on while the part is open:

        class Lamp(PinPart[LED]):
            def __init__(self, pin: int, inbox: Inbox | None = None) -> None:
                self._pin = pin
                super().__init__("lamp", inbox)

            def _take(self, factory: Any) -> LED:
                return LED(self._pin, pin_factory=factory)

            def _use(self, held: LED, at: int) -> None:
                held.on()

    Its own fields come first, since the pins are used at once and from a thread of the part's own. A part that is not
    `watched` has no such thread: whoever turns its `clock` calls `check`.
    """

    def __init__(
        self,
        name: str,
        inbox: Inbox | None = None,
        factory: Any = None,
        clock: Callable[[], int] = now,
        watched: bool = True,
    ) -> None:
        self._name = name
        self._inbox = inbox or _nobody
        self._factory = factory
        self._clock = clock
        self._lock = threading.RLock()
        self._held: Held | None = None
        self._without = ""
        """Why the pins are not held, in words."""
        self._retry: int | None = None
        self._said = ""
        self._closed = False
        self.check()
        self._watch = PinWatch(f"gpio {name}", self.check) if watched else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def trouble(self) -> str:
        """What is wrong, in words and with what to do about it; nothing if all is well, or the part is closed."""
        with self._lock:
            return "" if self._closed else self._words(self._clock())

    def check(self) -> float:
        """Do what is due now, on pins that may have come back; seconds until something is due again."""
        with self._lock:
            at = self._clock()
            self._serve(at)
            return self._pause(at)

    def close(self) -> None:
        """Let go of pins and thread; a second time does nothing."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._let_go()
        if self._watch is not None:
            self._watch.close()

    # What a part says of itself; called under the lock

    @abstractmethod
    def _take(self, factory: Any) -> Held:
        """Take the pins; whatever is raised is said in words, and tried again."""

    @abstractmethod
    def _use(self, held: Held, at: int) -> None:
        """Read or set the pins as is due now; whatever is raised means that they are gone."""

    def _drop(self, held: Any) -> None:
        """Let go of what was taken."""
        held.close()

    def _pause(self, at: int) -> float:
        """Seconds until something is due again."""
        return RETRY_MS / 1000

    def _complain(self, at: int) -> str:
        """What is wrong although the pins are held, in words."""
        return ""

    def _gone(self, at: int) -> bool:
        """Whether the part cannot be relied upon if something is wrong."""
        return True

    # How it is done

    def _serve(self, at: int) -> None:
        """Use the pins if they can be had, and tell what is wrong if that is news. Called under the lock."""
        if self._closed:
            return
        held = self._hold(at)
        if held is not None:
            try:
                self._use(held, at)
            except Exception as problem:  # a driver's own kind of error: the pins are gone
                self._lose(problem, at)
        words = self._words(at)
        if words != self._said:
            self._said = words
            self._inbox(Trouble(at, self._name, words, self._gone(at)))

    def _hold(self, at: int) -> Held | None:
        """What is held, after an attempt to take it if it is not and the last one was a while ago."""
        if self._held is None and (self._retry is None or at >= self._retry):
            try:
                self._held = self._take(self._factory or pin_factory())
                self._without = ""
            except Exception as problem:  # drivers throw what they like; none of it may stop the table
                self._lose(problem, at)
        return self._held

    def _lose(self, problem: Exception, at: int) -> None:
        self._without = explain(problem, self._name)
        self._retry = at + RETRY_MS
        self._let_go()

    def _let_go(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            try:
                self._drop(held)
            except Exception as problem:  # they are gone already; what is left to say is why
                self._without = self._without or explain(problem, self._name)

    def _words(self, at: int) -> str:
        return self._without or self._complain(at)


def _nobody(_: Input) -> None:
    """Stands where no inbox was given."""
