from __future__ import annotations

import codecs
from typing import NamedTuple, Optional


class ServerEvent(NamedTuple):
    event: str
    data: str
    # Of this event, or of the last one that had one.
    id: Optional[str]


class ServerEventReader:
    """Parses a `text/event-stream` piece by piece. Supports only what our services write: `event`, `id`,
    `data`, comments.

    https://html.spec.whatwg.org/multipage/server-sent-events.html
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._text = ""
        # The id that was read last, also one that stands without data.
        self.last_id: Optional[str] = None

    def read(self, chunk: bytes) -> list[ServerEvent]:
        """The events that are complete now and have data."""
        *blocks, rest = (self._text + self._decoder.decode(chunk)).split("\n\n")
        # The last one may continue in the next chunk.
        self._text = rest
        return [event for event in map(self._read_block, blocks) if event.data != ""]

    def _read_block(self, block: str) -> ServerEvent:
        event = "message"
        data: list[str] = []
        for line in block.split("\n"):
            name, _colon, value = line.partition(":")
            value = value[1:] if value.startswith(" ") else value
            if name == "event":
                event = value
            elif name == "data":
                data.append(value)
            elif name == "id":
                self.last_id = value
        return ServerEvent(event, "\n".join(data), self.last_id)
