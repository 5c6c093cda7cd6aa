"""Reads messages as Python's email package does: the first sender, the subject, the texts and the files. Reads lines of
JSON, each with a message in base64."""

import base64
import email
import email.header
import email.message
import email.policy
import email.utils
import hashlib
import json
import sys


class WholeMessages(email.message.EmailMessage):
    """Whose parts that are messages keep the bytes that they are written in."""

    def get_content_type(self):
        return super().get_content_type().replace("message/", "application/")


POLICY = email.policy.default.clone(message_factory=WholeMessages)


def leaves_of(part):
    """Its parts without parts of their own."""
    if part.is_multipart():
        for child in part.get_payload():
            yield from leaves_of(child)
    elif part.get_content_maintype() != "multipart":
        yield part


def decoded(words):
    """Encoded words, and what stands between them."""
    return str(email.header.make_header(email.header.decode_header(words)))


def sender_of(message):
    """The name and the address of the first sender."""
    fields = [str(value) for name, value in message.raw_items() if name.lower() == "from"]
    name, address = email.utils.parseaddr(fields[-1] if fields else "")
    return [decoded(name), address]


def recipients_of(message):
    """The addresses of its recipients."""
    fields = [str(value) for name, value in message.raw_items() if name.lower() == "to"]
    return [address for _, address in email.utils.getaddresses(fields) if address]


def text_of(part):
    """A text of a known charset as it says, and any other as most mail programs read it."""
    content = part.get_payload(decode=True)
    try:
        return content.decode(part.get_content_charset("windows-1252"), "replace")
    except LookupError:
        return content.decode("windows-1252", "replace")


def is_text(part):
    is_attached = part.get_content_disposition() == "attachment"
    is_named = part.get_content_disposition() == "inline" and part.get_filename() is not None
    return part.get_content_type() in ("text/plain", "text/html") and not is_attached and not is_named


for line in sys.stdin:
    message = email.message_from_bytes(base64.b64decode(json.loads(line)["message"]), policy=POLICY)
    leaves = list(leaves_of(message))
    files = [part for part in leaves if not is_text(part)]
    answer = {
        "subject": str(message["subject"] or ""),
        "from": sender_of(message),
        "to": recipients_of(message),
        "texts": [[part.get_content_subtype(), text_of(part)] for part in leaves if is_text(part)],
        "files": [[part.get_filename(), hashlib.sha256(part.get_payload(decode=True)).hexdigest()] for part in files],
    }
    print(json.dumps(answer), flush=True)
