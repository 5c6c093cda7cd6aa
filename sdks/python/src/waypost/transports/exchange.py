from __future__ import annotations

import contextlib
import errno
import http.client
import socket
import ssl
import threading
from collections.abc import Iterator
from typing import Optional
from urllib.parse import urlsplit

from ..errors import ConnectionError, TimeoutError
from .connection_pool import ConnectionPool
from .transport import STREAM_PAUSE_SECONDS, RawAnswer, Request


class Exchange:
    """One request and its response with `http.client`. Another thread may abort it."""

    def __init__(self, pool: ConnectionPool, request: Request) -> None:
        parts = urlsplit(request.url)
        self._pool = pool
        self._request = request
        self._key = (parts.scheme, parts.hostname or "", parts.port)
        self._target = f"{parts.path}?{parts.query}" if parts.query else parts.path
        self._connection: Optional[http.client.HTTPConnection] = None
        self._socket: Optional[socket.socket] = None
        self._response: Optional[http.client.HTTPResponse] = None
        self._is_late = False
        self._is_ended = False

    def run(self) -> RawAnswer[Iterator[bytes]]:
        # Socket time-outs apply to each read, and a response may take any number of reads.
        timer = threading.Timer(self._request.timeout_seconds, self._expire)
        timer.daemon = True
        timer.start()
        try:
            return self._exchange()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise self._translate(error) from error
        except BaseException:
            self.close()
            raise
        finally:
            timer.cancel()

    def read_chunk(self) -> bytes:
        """The next bytes of a stream; none at its end."""
        assert self._response is not None
        try:
            chunk = self._response.read1(65_536)
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise self._translate(error) from error
        if not chunk:
            self.close()
        return chunk

    def abort(self) -> None:
        """Makes the thread that uses the exchange fail; that thread closes it."""
        self._is_ended = True
        if self._socket is not None:
            # Closing would not wake a thread that reads, and TLS's own `shutdown` drops the TLS layer.
            with contextlib.suppress(OSError):
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)

    def close(self) -> None:
        """For the thread that uses the exchange, or when none does."""
        if self._response is not None:
            self._response.close()
        if self._connection is not None:
            self._connection.close()

    def _exchange(self) -> RawAnswer[Iterator[bytes]]:
        request = self._request
        self._connect()
        assert self._connection is not None
        self._connection.request(request.method, self._target, request.body, dict(request.headers))
        response = self._response = self._connection.getresponse()
        headers = {name.lower(): value for name, value in response.getheaders()}
        if request.is_stream and 200 <= response.status < 300:
            if self._socket is not None:
                self._socket.settimeout(STREAM_PAUSE_SECONDS)
            return RawAnswer(response.status, headers, b"", self._chunks())
        body = response.read()
        self._check()
        if response.will_close:
            self._connection.close()
        else:
            self._pool.give_back(self._key, self._connection)
        return RawAnswer(response.status, headers, body)

    def _connect(self) -> None:
        timeout_seconds = self._request.timeout_seconds
        # A request that must not be sent twice does not reuse a connection, which may be closing just now.
        self._connection = self._pool.take(self._key) if self._request.is_repeatable else None
        if self._connection is None:
            self._connection = self._pool.create(self._key, timeout_seconds)
            self._connection.connect()
            # Otherwise it would reconnect by itself after an abort.
            self._connection.auto_open = 0
        self._socket = self._connection.sock
        self._socket.settimeout(timeout_seconds)
        self._check()

    def _chunks(self) -> Iterator[bytes]:
        try:
            while True:
                chunk = self.read_chunk()
                if not chunk:
                    return
                yield chunk
        finally:
            self.close()

    def _expire(self) -> None:
        self._is_late = True
        self.abort()

    def _check(self) -> None:
        # It may have been aborted before there was a socket to close, or after everything was read.
        if self._is_ended:
            raise OSError(errno.ECONNABORTED, "ended")

    def _translate(self, error: Exception) -> Exception:
        request = self._request
        # Before Python 3.10 a socket's time-out is not a TimeoutError.
        if self._is_late or isinstance(error, socket.timeout):
            return TimeoutError(request.describe_lateness())
        return ConnectionError(f"Could not reach {request.origin}: {_explain(error)}{request.url_hint}")


def _explain(error: Exception) -> str:
    # TLS has error numbers of its own.
    number = error.errno if isinstance(error, OSError) and not isinstance(error, ssl.SSLError) else None
    if number is not None and number in errno.errorcode:
        return errno.errorcode[number]
    return str(error) or type(error).__name__
