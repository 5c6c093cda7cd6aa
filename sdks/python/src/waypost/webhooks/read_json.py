from __future__ import annotations

import json
from typing import Any


def read_json(body: bytes) -> Any:
    """
    What a body says, as strict as other languages are: UTF-8 without a mark before it, and no NaN.

    Raises a ValueError for what is no JSON. That one shows some of the body: let it go no further.
    """
    try:
        return json.loads(body.decode("utf-8"), parse_constant=_refuse)
    except RecursionError:
        raise ValueError("It is too deep") from None


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no JSON")
