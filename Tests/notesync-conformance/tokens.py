"""JSON web tokens: reading their claims, and making expired ones where the key is known.

    python3 tokens.py FILE    prints the signing key of the tl server whose `token-key` is this file,
                              and a line end
"""

import base64
import hashlib
import hmac
import json
import math
import sys
import time
from dataclasses import dataclass
from pathlib import Path


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def header_of(token: str) -> dict:
    return json.loads(decode(token.split(".")[0]))


def claims_of(token: str) -> dict:
    return json.loads(decode(token.split(".")[1]))


def life_of(token: str) -> float:
    """For how many seconds the token is good, by the clock of who made it; for ever where it does not say."""
    try:
        claims = claims_of(token)
        return float(claims["exp"] - claims["iat"])
    except (ValueError, LookupError, TypeError):
        return math.inf


def sign(header: dict, claims: dict, key: bytes) -> str:
    signed = ".".join(encode(json.dumps(part, separators=(",", ":")).encode()) for part in (header, claims))
    return signed + "." + encode(hmac.digest(key, signed.encode(), hashlib.sha256))


@dataclass(frozen=True)
class SigningKey:
    """The key of a server's HS256 tokens."""

    key: bytes

    @classmethod
    def from_file(cls, path) -> "SigningKey":
        """Without one final line end: most editors and `echo` add one to what they write."""
        return cls(Path(path).read_bytes().removesuffix(b"\n"))

    def changed(self, token: str, **claims) -> str:
        """The token with other claims, validly signed."""
        return sign(header_of(token), {**claims_of(token), **claims}, self.key)

    def expired(self, token: str) -> str:
        """The token as it will be when its time is over."""
        claims = claims_of(token)
        now = claims.get("iat", int(time.time()))  # by the server's clock, where the token tells it
        times = {"iat": now - 7200, "nbf": now - 7200, "exp": now - 3600}
        return self.changed(token, **{name: times[name] for name in times if name in claims})


def signing_key_of_tl(secret: bytes) -> bytes:
    """HKDF with SHA-256 (RFC 5869), without salt, of one block."""
    middle = hmac.digest(bytes(32), secret, hashlib.sha256)
    return hmac.digest(middle, b"tl-notesync tokens\x01", hashlib.sha256)


if __name__ == "__main__":
    sys.stdout.buffer.write(signing_key_of_tl(Path(sys.argv[1]).read_bytes().strip()) + b"\n")
