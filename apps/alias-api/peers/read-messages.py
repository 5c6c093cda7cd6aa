"""Reads messages as Python's email package does, and lists everything in them that a person or a program can read:
header fields, names, texts and files, decoded. Reads lines of JSON, each with a message in base64."""

import base64
import email
import email.policy
import html
import json
import re
import sys
import unicodedata
import urllib.parse

INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")


def readings_of(text):
    """A text as it stands, with references and percent-encoding undone, and without tags."""
    for form in (text, re.sub(r"<[^>]*>", "", text), re.sub(r"\r?\n[ \t]", "", text)):
        for decoded in (form, html.unescape(form)):
            twice = urllib.parse.unquote(urllib.parse.unquote(decoded))
            yield INVISIBLE.sub("", unicodedata.normalize("NFKC", twice))


for line in sys.stdin:
    message = email.message_from_bytes(base64.b64decode(json.loads(line)["message"]), policy=email.policy.default)
    found = []
    texts = []
    files = []
    for part in message.walk():
        found += [f"{name}: {value}" for name, value in part.items()]
        if part.is_multipart():
            continue
        content = part.get_payload(decode=True)
        if part.get_filename():
            files.append(part.get_filename())
        found += [content.decode("latin-1"), content.decode("utf-8", "replace"), content.decode("utf-16", "replace")]
        if part.get_content_maintype() == "text" and not part.get_filename():
            texts.append(part.get_content())
    readings = [reading for text in found for reading in readings_of(text)]
    fields = [name.lower() for name in message.keys()]
    answer = {"fields": fields, "from": message["from"], "texts": texts, "files": files, "readings": readings}
    print(json.dumps(answer), flush=True)
