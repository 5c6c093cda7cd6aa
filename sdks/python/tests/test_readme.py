from __future__ import annotations

import ast
import http.client
import os
import re
import socket
import subprocess
import sys
import time
import unittest
from pathlib import Path

from started_stack import free_ports
from test_receivers import BODY, SECRET, sign

import waypost

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
PROGRAMS = re.findall(r"```python\n(.+?)```", README, re.DOTALL)


class Readme(unittest.TestCase):
    def test_every_example_is_valid_python_and_its_imports_exist(self) -> None:
        self.assertGreater(len(PROGRAMS), 8)
        for program in PROGRAMS:
            tree = ast.parse(program)
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and node.module == "waypost":
                    for alias in node.names:
                        self.assertIn(alias.name, waypost.__all__)

    def test_the_receiver_without_a_framework_accepts_only_genuine_deliveries(self) -> None:
        [program] = [one for one in PROGRAMS if "make_server" in one]
        [port] = free_ports(1)
        environment = {**os.environ, "PYTHONPATH": str(Path(waypost.__file__).parents[1]), "PYTHONIOENCODING": "utf-8"}
        # Otherwise Python buffers the output.
        environment["PYTHONUNBUFFERED"] = "1"
        child = subprocess.Popen(
            [sys.executable, "-c", program.replace("9000", str(port))],
            env={**environment, "WAYPOST_WEBHOOK_SECRET": SECRET},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        try:
            wait_for_port(port)
            self.assertEqual(deliver(port, BODY), 204)
            self.assertEqual(deliver(port, BODY.replace(b"one", b"two")), 401)
        finally:
            child.terminate()
            printed, _ = child.communicate(timeout=10)
        self.assertIn("'message': 'Grüße'", printed)


def wait_for_port(port: int) -> None:
    deadline = time.monotonic() + 10
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise


def deliver(port: int, body: bytes) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request("POST", "/hooks", body, dict(sign(BODY)))
    status = connection.getresponse().status
    connection.close()
    return status
