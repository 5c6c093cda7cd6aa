from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Optional, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True)
class PageContent(Generic[Item]):
    items: list[Item]
    # The total in the body; by default it is in `X-Total-Count`.
    total: Optional[int] = None


def as_page(items: list[Item]) -> PageContent[Item]:
    """Lists of the automation service are arrays."""
    return PageContent(items)
