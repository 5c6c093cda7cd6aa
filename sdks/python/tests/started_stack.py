from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
PORTS = ("DASHBOARD_PORT", "AUTOMATION_PORT", "ALIAS_PORT", "DISPATCHER_PORT", "SMTP_PORT", "POSTGRES_PORT")


class StartedStack:
    """All of Waypost as `start` starts it, with its own data and ports."""

    def __init__(self) -> None:
        self._data = tempfile.TemporaryDirectory(prefix="waypost-python-")
        # As root, the database runs as its own user, who must be able to enter the directory.
        os.chmod(self._data.name, 0o711)
        environment = {
            "PATH": f"{ROOT / 'node_modules' / '.bin'}{os.pathsep}{os.environ['PATH']}",
            "HOME": self._data.name,
            "WAYPOST_DATA_DIR": self._data.name,
            # As by default, but without delays.
            "AUTOMATION_WEBHOOK_DELAYS": "0s,1s,1s,1s,1s",
            **{name: str(port) for name, port in zip(PORTS, free_ports(len(PORTS)))},
        }
        self._process = subprocess.Popen(
            [str(ROOT / "node_modules" / ".bin" / "node"), "stack/start.ts"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            self._wait_until_it_is_up()
        except BaseException:
            self.stop()
            raise
        stack: dict[str, Any] = json.loads((Path(self._data.name) / "stack.json").read_text("utf-8"))
        self.dashboard_url: str = stack["dashboardUrl"]
        self.automation_url: str = stack["automationUrl"]
        self.alias_url: str = stack["aliasUrl"]
        self.smtp_port = int(environment["SMTP_PORT"])
        self.email: str = stack["demo"]["email"]
        self.password: str = stack["demo"]["password"]

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise
        finally:
            if self._process.stdout is not None:
                self._process.stdout.close()
            self._data.cleanup()

    def _wait_until_it_is_up(self) -> None:
        assert self._process.stdout is not None
        # Reading waits for ever, but ends with the process.
        timer = threading.Timer(120, self._process.terminate)
        timer.start()
        said: list[str] = []
        try:
            for line in self._process.stdout:
                said.append(line)
                if "Ctrl-C stops everything" in line:
                    return
        finally:
            timer.cancel()
        raise RuntimeError(f"The stack did not start:\n{''.join(said)}")


def free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports
