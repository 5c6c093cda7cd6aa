from __future__ import annotations

import base64
import hashlib
import hmac
import re
from typing import Optional


class SigningKey:
    """A secret as its two keys."""

    def __init__(self, secret: str) -> None:
        # For `X-Service-Signature`: the whole secret, including `whsec_`.
        self._plain = secret.encode("utf-8", "surrogatepass")
        # For Standard Webhooks: the decoded base64. Only a secret of `whsec_` and base64 of 24–64 bytes has one.
        self._standard = _decode(secret)

    @property
    def has_standard(self) -> bool:
        return self._standard is not None

    def sign_plain(self, signed: bytes) -> bytes:
        return _sign(self._plain, signed)

    def sign_standard(self, signed: bytes) -> Optional[bytes]:
        return None if self._standard is None else _sign(self._standard, signed)

    def fits_plain(self, signature: bytes, signed: bytes) -> bool:
        return _fits(self._plain, signature, signed)

    def fits_standard(self, signature: bytes, signed: bytes) -> bool:
        return self._standard is not None and _fits(self._standard, signature, signed)


def _sign(key: bytes, signed: bytes) -> bytes:
    return hmac.new(key, signed, hashlib.sha256).digest()


def _fits(key: bytes, signature: bytes, signed: bytes) -> bool:
    return hmac.compare_digest(_sign(key, signed), signature)


def _decode(secret: str) -> Optional[bytes]:
    match = re.fullmatch(r"whsec_([A-Za-z0-9+/]+={0,2})", secret)
    if not match or len(match[1]) % 4 != 0:
        return None
    key = base64.b64decode(match[1], validate=True)
    return key if 24 <= len(key) <= 64 else None
