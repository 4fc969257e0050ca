"""Reading a device that blocks: a thread takes pictures, and whoever asks gets the newest."""

from __future__ import annotations

import threading
from collections.abc import Callable

from hardware.cameras.watched import CameraGone, Picture


class Grabber:
    """Calls `take` over and over in a thread of its own; a driver that hangs takes only that thread with it."""

    def __init__(self, take: Callable[[], Picture], release: Callable[[], None], name: str) -> None:
        self._take = take
        self._release = release
        self._changed = threading.Condition()
        self._newest: Picture | None = None
        self._gone: CameraGone | None = None
        self._stop = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def picture(self, timeout: float) -> Picture | None:
        """The newest picture that nobody has had, waiting for it if need be."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None or self._gone is not None, timeout)
            if self._gone is not None:
                raise self._gone
            picture, self._newest = self._newest, None
            return picture

    def close(self) -> None:
        """Stop; a thread that hangs in its driver is left behind."""
        self._stop = True
        self._thread.join(timeout=0.5)

    def _run(self) -> None:
        try:
            while not self._stop:
                picture = self._take()
                with self._changed:
                    self._newest = picture
                    self._changed.notify_all()
        except CameraGone as gone:
            self._say(gone)
        except Exception as error:  # whatever a driver throws, the table must hear of it and go on
            self._say(CameraGone(f"The camera's driver failed: {error}. It is being opened again."))
        finally:
            self._release()

    def _say(self, gone: CameraGone) -> None:
        with self._changed:
            self._gone = gone
            self._changed.notify_all()
