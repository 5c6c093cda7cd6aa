from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict


class Place(TypedDict, total=False):
    """A place in a list, which every list accepts, to be saved in a URL or in a session."""

    limit: int
    offset: int
    cursor: str


def to_place(query: Mapping[str, str]) -> Place:
    place: Place = {}
    if "limit" in query:
        place["limit"] = int(query["limit"])
    if "cursor" in query:
        place["cursor"] = query["cursor"]
    elif "offset" in query:
        place["offset"] = int(query["offset"])
    return place
