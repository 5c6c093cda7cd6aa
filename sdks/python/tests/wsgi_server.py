from __future__ import annotations

import threading
import unittest
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server


def serve_wsgi(test: unittest.TestCase, app: Any) -> int:
    """Serves an app on loopback until the test ends, and returns the port."""
    server = make_server("127.0.0.1", 0, app, QuietServer, QuietHandler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    test.addCleanup(thread.join)
    test.addCleanup(server.server_close)
    test.addCleanup(server.shutdown)
    return server.server_port


class QuietServer(WSGIServer):
    def handle_error(self, *_given: Any) -> None:
        pass


class QuietHandler(WSGIRequestHandler):
    def log_message(self, *_given: Any) -> None:
        pass

    # wsgiref writes an app's errors to stderr.
    def get_stderr(self) -> Any:
        return Nowhere()


class Nowhere:
    def write(self, _text: str) -> None:
        pass

    def flush(self) -> None:
        pass
