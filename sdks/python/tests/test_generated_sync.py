from __future__ import annotations

import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from generate_sync import PACKAGE, generate_sync  # noqa: E402


class GeneratedSync(unittest.TestCase):
    def test_what_blocks_is_what_waits_without_the_words_for_waiting(self) -> None:
        expected = generate_sync()
        found = {
            str(file.relative_to(PACKAGE / "_sync")): file.read_text("utf-8")
            for file in (PACKAGE / "_sync").rglob("*.py")
        }
        self.assertEqual(found, expected)
        self.assertGreater(len(found), 20)

    def test_nothing_of_it_waits(self) -> None:
        for name, text in generate_sync().items():
            compile(text, name, "exec")
            for word in ("async ", "await ", "asyncio", "Async"):
                self.assertNotIn(word, text.partition("\n")[2], name)
