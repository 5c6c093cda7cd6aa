from __future__ import annotations

import json
from typing import Any


class LineReader:
    """Parses NDJSON piece by piece."""

    def __init__(self) -> None:
        self._rest = b""

    def read(self, chunk: bytes) -> list[Any]:
        """The values whose lines are complete now."""
        # The last one may continue in the next chunk.
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        return [json.loads(line) for line in lines]
