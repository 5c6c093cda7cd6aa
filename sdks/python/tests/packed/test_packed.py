"""Tests the wheel on a machine without the rest of this repository."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

PROJECT = Path(__file__).parents[2]
ROOT = PROJECT.parents[1]
PAGE = (ROOT / "docs" / "receiving-webhooks.md").read_text("utf-8")
RECEIVERS = dict(re.findall(r"^### ([^\n]+)\n\n```python\n(.+?)```", PAGE, re.DOTALL | re.MULTILINE))

sys.path.insert(0, str(PROJECT / "tests"))
from started_stack import free_ports  # noqa: E402
from test_receivers import BODY, SECRET, sign  # noqa: E402

machine: tempfile.TemporaryDirectory[str]
wheel: Path
python: Path


def setUpModule() -> None:
    global machine, wheel, python
    machine = tempfile.TemporaryDirectory(prefix="waypost-wheel-")
    elsewhere = Path(machine.name)
    build = [sys.executable, "-m", "build", "--no-isolation", "--skip-dependency-check", "--wheel"]
    subprocess.run([*build, "--outdir", machine.name, str(PROJECT)], check=True, stdout=subprocess.DEVNULL)
    [wheel] = elsewhere.glob("*.whl")
    # The environment sees the frameworks of this machine, and of Waypost only the wheel.
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", str(elsewhere / "venv")], check=True)
    python = elsewhere / "venv" / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--no-index", str(wheel)]
    subprocess.run(install, check=True, cwd=machine.name)


def tearDownModule() -> None:
    machine.cleanup()


def run(program: str) -> str:
    return subprocess.run(
        [str(python), "-c", program], cwd=machine.name, env=environment(), check=True, capture_output=True, text=True
    ).stdout


def environment() -> dict[str, str]:
    given = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {**given, "WAYPOST_WEBHOOK_SECRET": SECRET, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}


class Wheel(unittest.TestCase):
    def test_contains_exactly_the_package_its_types_and_its_licence(self) -> None:
        names = zipfile.ZipFile(wheel).namelist()
        for name in names:
            self.assertRegex(name, r"^waypost/[\w/]+\.py$|^waypost/py\.typed$|^waypost-[\d.]+\.dist-info/")
        of_package = {str(path.relative_to(PROJECT / "src")) for path in (PROJECT / "src").rglob("*.py")}
        self.assertEqual({name for name in names if name.endswith(".py")}, of_package)
        self.assertIn("waypost/py.typed", names)
        self.assertTrue(any(name.endswith("/LICENSE") for name in names))

    def test_is_also_installed_from_a_clone_as_the_readme_says(self) -> None:
        readme = (PROJECT / "README.md").read_text("utf-8")
        found = re.search(r"^pip install (\./\S+)", readme, re.MULTILINE)
        assert found is not None
        target = Path(machine.name) / "from-a-clone"
        # What builds it is on this machine, so that nothing is fetched.
        offline = ["--no-index", "--no-build-isolation", "--no-deps", "--quiet", "--target", str(target)]
        install = [sys.executable, "-m", "pip", "install", *offline, found[1]]
        subprocess.run(install, check=True, cwd=ROOT)
        self.assertTrue((target / "waypost" / "py.typed").is_file())

    def test_is_imported_and_needs_no_other_package(self) -> None:
        self.assertIn(str(Path(machine.name).resolve()), run("import waypost; print(waypost.__file__)"))
        requires = run("from importlib.metadata import requires; print(requires('waypost'))")
        self.assertRegex(requires, r"""^\["httpx>=[\d.]+; extra == 'httpx'"\]$""")

    def test_verifies_the_same_vectors_as_every_other_language(self) -> None:
        discover = [str(python), "-m", "unittest", "discover", "-s", str(PROJECT / "tests")]
        vectors = [*discover, "-p", "test_webhook_vectors.py"]
        subprocess.run(vectors, cwd=machine.name, env=environment(), check=True, capture_output=True)


class Receivers(unittest.TestCase):
    def test_are_three(self) -> None:
        self.assertEqual(list(RECEIVERS), ["FastAPI", "Flask", "WSGI"])

    def test_accept_only_genuine_deliveries(self) -> None:
        for name, program in RECEIVERS.items():
            with self.subTest(name):
                [port] = free_ports(1)
                with tempfile.TemporaryFile("w+", encoding="utf-8") as printed:
                    child = subprocess.Popen(
                        [str(python), "-c", program.replace("9000", str(port))],
                        cwd=machine.name,
                        env=environment(),
                        stdout=printed,
                        stderr=subprocess.STDOUT,
                    )
                    try:
                        self.assertEqual(deliver_when_up(port, BODY), 204)
                        self.assertEqual(deliver(port, BODY.replace(b"one", b"two")), 401)
                    finally:
                        child.terminate()
                        child.wait(10)
                    printed.seek(0)
                    self.assertIn("'message': 'Grüße'", printed.read())


def deliver_when_up(port: int, body: bytes) -> int:
    deadline = time.monotonic() + 20
    while True:
        try:
            return deliver(port, body)
        except urllib.error.URLError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def deliver(port: int, body: bytes) -> int:
    request = urllib.request.Request(f"http://127.0.0.1:{port}/hooks", body, dict(sign(BODY)), method="POST")
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refusal:
        return refusal.code
