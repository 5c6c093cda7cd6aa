from __future__ import annotations

import http.client
import selectors
import ssl
import threading
from typing import Optional

_Key = tuple[str, str, Optional[int]]


class ConnectionPool:
    """Open connections that wait to be reused. Thread-safe."""

    def __init__(self, ssl_context: Optional[ssl.SSLContext], max_idle: int) -> None:
        self._ssl_context = ssl_context
        self._max_idle = max_idle
        self._lock = threading.Lock()
        self._idle: list[tuple[_Key, http.client.HTTPConnection]] = []

    def take(self, key: _Key) -> Optional[http.client.HTTPConnection]:
        """The most recently used connection that is still open."""
        while True:
            with self._lock:
                found = next((one for one in reversed(self._idle) if one[0] == key), None)
                if found is None:
                    return None
                self._idle.remove(found)
            if _is_quiet(found[1]):
                return found[1]
            found[1].close()

    def create(self, key: _Key, timeout_seconds: float) -> http.client.HTTPConnection:
        scheme, host, port = key
        if scheme == "http":
            return http.client.HTTPConnection(host, port, timeout=timeout_seconds)
        return http.client.HTTPSConnection(host, port, timeout=timeout_seconds, context=self._find_context())

    def give_back(self, key: _Key, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            self._idle.append((key, connection))
            surplus = [one for _key, one in self._idle[: -self._max_idle]]
            del self._idle[: -self._max_idle]
        for one in surplus:
            one.close()

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for _key, connection in idle:
            connection.close()

    def __del__(self) -> None:
        # Otherwise Python warns about each.
        self.close()

    def _find_context(self) -> ssl.SSLContext:
        # Reading the system's certificates takes longer than a request.
        if self._ssl_context is None:
            self._ssl_context = ssl.create_default_context()
        return self._ssl_context


def _is_quiet(connection: http.client.HTTPConnection) -> bool:
    """A connection that is readable before a request has been closed by the server."""
    try:
        with selectors.DefaultSelector() as selector:
            selector.register(connection.sock, selectors.EVENT_READ)
            return not selector.select(0)
    except (OSError, ValueError):
        return False
