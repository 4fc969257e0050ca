"""For all tests: a law is not broken because a loaded machine was slow once."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("no deadlines", deadline=None)
settings.load_profile("no deadlines")
