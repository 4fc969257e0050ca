"""The server of the console: it ends its streams first when it is told to stop, and so stops at once."""

from __future__ import annotations

import socket
import threading

import uvicorn
from fastapi import FastAPI

GRACE_S = 2
"""Seconds for answers that are under way when the server stops."""


class Server(uvicorn.Server):
    """Serves one console."""

    def __init__(
        self,
        app: FastAPI,
        address: str = "127.0.0.1",
        port: int = 0,
        certificate: str = "",
        key: str = "",
        greeting: str = "",
    ) -> None:
        """The greeting is printed once pages can be reached."""
        self._app, self._greeting = app, greeting
        self.up = threading.Event()
        """it can be reached"""
        super().__init__(
            uvicorn.Config(
                app,
                host=address,
                port=port,
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE_S,
                limit_concurrency=1000,
                ssl_certfile=certificate or None,
                ssl_keyfile=key or None,
            )
        )
        self.config.load()  # a certificate that is no good is found out now

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.up.set()
        if self._greeting:
            print(self._greeting, flush=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.context.live.close()
        await super().shutdown(sockets)
