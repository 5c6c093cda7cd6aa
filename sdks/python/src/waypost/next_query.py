from __future__ import annotations

import re
from typing import Optional
from urllib.parse import parse_qsl, urlsplit


def next_query(link: Optional[str]) -> Optional[dict[str, str]]:
    """The query of `<…>; rel="next"`. Only the query: the client knows the service's URL better than a proxied
    service.
    """
    match = re.search(r'<([^>]*)>\s*;[^,]*rel="?next"?', link or "")
    return None if match is None else dict(parse_qsl(urlsplit(match[1]).query, keep_blank_values=True))
