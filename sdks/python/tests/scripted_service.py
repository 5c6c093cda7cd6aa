from __future__ import annotations

import json
import socket
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Union


@dataclass
class Answer:
    status: int
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)


Scripted = Union[Answer, Callable[["Handler"], None]]


@dataclass
class Received:
    method: str
    url: str
    headers: dict[str, str]
    body: str


class ScriptedService:
    """A service on loopback that gives these responses, one after the other; the last one stays."""

    def __init__(self, *answers: Scripted) -> None:
        self.answers = list(answers)
        self.requests: list[Received] = []
        self.connections = 0
        self.ended = 0
        self.closing = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("BoundHandler", (Handler,), {"service": self}))
        # A client may keep its connection for longer than the test lasts.
        self._server.block_on_close = False
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class Handler(BaseHTTPRequestHandler):
    service: ScriptedService
    protocol_version = "HTTP/1.1"
    timeout = 5
    disable_nagle_algorithm = True

    def setup(self) -> None:
        super().setup()
        self.service.connections += 1

    def finish(self) -> None:
        super().finish()
        self.service.ended += 1

    def handle_one_request(self) -> None:
        # Some tests disconnect on purpose.
        try:
            super().handle_one_request()
        except (ConnectionError, socket.timeout):
            self.close_connection = True

    def serve(self) -> None:
        service = self.service
        body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        headers = {name.lower(): value for name, value in self.headers.items()}
        service.requests.append(Received(self.command, self.path, headers, body))
        answer = service.answers.pop(0) if len(service.answers) > 1 else service.answers[0]
        if not isinstance(answer, Answer):
            answer(self)
            return
        given = answer.body
        content = given if isinstance(given, bytes) else b"" if given is None else json.dumps(given).encode()
        self.send_response(answer.status)
        for name, value in {"content-type": "application/json", **answer.headers}.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = serve

    def log_message(self, *_given: Any) -> None:
        pass


def hang_up(handler: Handler) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


def answer_and_leave(handler: Handler) -> None:
    """Closes the connection without announcing it."""
    handler.send_response(200)
    handler.send_header("content-length", "2")
    handler.end_headers()
    handler.wfile.write(b"{}")
    handler.close_connection = True


def stay_silent(handler: Handler) -> None:
    handler.service.closing.wait(10)
    handler.close_connection = True


def stop_in_the_middle(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("content-length", "100")
    handler.end_headers()
    handler.wfile.write(b'{"isRunning"')
    handler.close_connection = True


def dribble(handler: Handler) -> None:
    """Sends each piece in time for one read, but never the whole response."""
    handler.send_response(200)
    handler.send_header("content-length", "1000000")
    handler.end_headers()
    while not handler.service.closing.wait(0.01):
        handler.wfile.write(b" ")
