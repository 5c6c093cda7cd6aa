"""Verifies DKIM and ARC of each message with dkimpy. Reads lines of JSON, each with a message in base64 and the DNS records."""

import base64
import json
import sys

import dkim

for line in sys.stdin:
    case = json.loads(line)
    records = {name.encode() + b".": text.encode() for name, text in case["records"].items()}
    look_up = lambda name, timeout=5: records.get(name)
    message = base64.b64decode(case["message"])
    try:
        is_signed = dkim.verify(message, dnsfunc=look_up)
    except dkim.DKIMException as error:
        is_signed = str(error)
    try:
        chain, _, reason = dkim.arc_verify(message, dnsfunc=look_up)
        verdict = chain.decode() if chain else reason
    except dkim.DKIMException as error:
        verdict = str(error)
    print(json.dumps({"dkim": is_signed, "arc": verdict}), flush=True)
