"""A small HTTP client and the words of the notesync protocol, for the tests alone.

Every request has a connection of its own: the original answers `Connection: close`, and a server that
keeps connections open must serve those who do not. Nothing is followed, and nothing is repeated but what
was refused unseen: by a proxy with 503 and an HTML page, or with 429.
"""

import base64
import hashlib
import http.client
import io
import json
import math
import ssl
import time
import uuid
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit, urlunsplit

from times import second_after
from tokens import life_of

NOTE_FIELDS = {"id", "text", "isPinned", "tags", "createdAt", "updatedAt", "deletedAt"}
MEDIA_FIELDS = {"id", "noteId", "kind", "filename", "contentType", "checksum", "dataBase64"}
MARK = "7e57ed"


@dataclass(frozen=True)
class Answer:
    """What came back: any status, any body."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    def json(self):
        try:
            return json.loads(self.body)
        except ValueError:
            raise AssertionError(f"no JSON: {self}") from None

    @property
    def content_type(self) -> str:
        return (self.headers.get("Content-Type") or "").split(";")[0].strip().lower()

    @property
    def is_html(self) -> bool:
        return self.content_type == "text/html"

    @property
    def time(self) -> int:
        """When it was sent, in seconds since 1970: by the server's clock where it has a `Date`."""
        date = self.headers.get("Date")
        return int(parsedate_to_datetime(date).timestamp() if date else time.time())

    @property
    def retry_after(self) -> float:
        """The seconds to wait, where they are told; a date is not read."""
        seconds = self.headers.get("Retry-After") or ""
        return float(seconds) if seconds.isdecimal() else 1.0

    @property
    def error(self):
        """The value of `error` in a JSON body, else None."""
        try:
            value = json.loads(self.body)
        except ValueError:
            return None
        return value.get("error") if isinstance(value, dict) else None

    def __str__(self):
        shown = self.body[:400].decode("utf-8", "replace")
        more = f" … ({len(self.body)} bytes)" if len(self.body) > 400 else ""
        return f"{self.status} {self.content_type} {shown}{more}"


class Server:
    """One base address, its API key and the manners with which it is asked."""

    def __init__(self, base_url, api_key, pause=0.0, timeout=60.0, ca_file=None):
        self.parts = urlsplit(base_url)
        if self.parts.scheme not in ("http", "https") or not self.parts.hostname:
            raise ValueError("the base URL must begin with http:// or https://")
        self.prefix = self.parts.path.rstrip("/")
        self.api_key = api_key
        self.pause = pause
        self.timeout = timeout
        self.tls = ssl.create_default_context(cafile=ca_file) if self.parts.scheme == "https" else None

    def connection(self):
        if self.tls:
            return http.client.HTTPSConnection(
                self.parts.hostname, self.parts.port, timeout=self.timeout, context=self.tls)
        return http.client.HTTPConnection(self.parts.hostname, self.parts.port, timeout=self.timeout)

    def address(self, path) -> str:
        return f"{self.parts.scheme}://{self.parts.netloc}{self.prefix}{path}"

    def target(self, path) -> str:
        """What a request asks for: a path behind the base URL, or a whole address on the same server."""
        parts = urlsplit(path)
        if not parts.scheme:
            return self.prefix + path
        assert parts[:2] == self.parts[:2], f"{path} is on another server"
        return urlunsplit(("", "", *parts[2:4], ""))

    def request(self, method, path, body=None, headers=None) -> Answer:
        """Sends one request; `body` is bytes or a list of pieces, which are sent chunked."""
        return self._patiently(lambda: self._once(method, path, body, headers or {}))

    def _patiently(self, ask) -> Answer:
        """Pauses, asks, and asks again where nothing was let through. After the wrong passwords of a few
        runs even a good one has to wait on some servers."""
        wait = 0.0
        for attempt in range(1, 7):
            time.sleep(self.pause + wait)
            answer = ask()
            if answer.status == 503 and answer.is_html:
                wait = 0.5 * attempt
            elif answer.status == 429:
                wait = min(answer.retry_after, 60.0)
            else:
                break
        return answer

    def _once(self, method, path, body, headers) -> Answer:
        connection = self.connection()
        try:
            connection.request(
                method, self.target(path), body=body, headers=headers,
                encode_chunked=isinstance(body, list))
            return self._read(connection.getresponse())
        finally:
            connection.close()

    @staticmethod
    def _read(response) -> Answer:
        return Answer(response.status, response.headers, response.read())

    def get(self, path, headers=None) -> Answer:
        return self.request("GET", path, headers=headers)

    def post_json(self, path, value, headers=None) -> Answer:
        headers = {"Content-Type": "application/json", **(headers or {})}
        return self.request("POST", path, json.dumps(value).encode(), headers)

    def post_large(self, path, make_pieces, headers) -> Answer:
        """Sends the pieces while listening: a server may refuse by the headers alone and hang up.

        `make_pieces` gives them anew for each try. An answer that comes before the body is complete
        ends the sending. With a Content-Length in the headers the pieces go out as they are, else
        chunked.
        """
        return self._patiently(lambda: self._large_once(path, make_pieces(), headers))

    def _large_once(self, path, pieces, headers) -> Answer:
        chunked = "Content-Length" not in headers
        connection = self.connection()
        try:
            connection.putrequest("POST", self.prefix + path)
            for name, value in headers.items():
                connection.putheader(name, value)
            if chunked:
                connection.putheader("Transfer-Encoding", "chunked")
            connection.endheaders()
            early = self._send_until_answered(connection.sock, pieces, chunked)
            response = http.client.HTTPResponse(Arriving(connection.sock, early), method="POST")
            response.begin()
            return self._read(response)
        finally:
            connection.close()

    def _send_until_answered(self, sock, pieces, chunked) -> bytes:
        """Gives the beginning of the answer, where it came while there was still something to send."""
        patience = 1.0  # a moment for the answer of those who decide by the headers
        try:
            for piece in pieces:
                sock.settimeout(patience)
                try:
                    return sock.recv(65_536)
                except (BlockingIOError, TimeoutError, ssl.SSLWantReadError):
                    patience = 0.0
                finally:
                    sock.settimeout(self.timeout)
                sock.sendall(b"%x\r\n%b\r\n" % (len(piece), piece) if chunked else piece)
            if chunked:
                sock.sendall(b"0\r\n\r\n")
        except (BrokenPipeError, ConnectionResetError, ssl.SSLEOFError):
            pass  # the server has hung up: what it said before can still be read
        return b""


class Arriving(io.RawIOBase):
    """A socket some of whose bytes have been taken out already."""

    def __init__(self, sock, early):
        self.sock, self.early = sock, early

    def readable(self):
        return True

    def readinto(self, buffer):
        if not self.early:
            return self.sock.recv_into(buffer)
        taken = self.early[:len(buffer)]
        self.early = self.early[len(taken):]
        buffer[:len(taken)] = taken
        return len(taken)

    def makefile(self, *_):
        return io.BufferedReader(self)


# MARK: what travels


def fresh_id() -> str:
    """An id that nobody has; by its end what a run that was killed has left can be told from other notes."""
    return str(uuid.uuid4())[:-len(MARK)] + MARK


def make_media(data=b"", *, kind="image", filename=None, content_type="image/jpeg", checksum=None,
               id=None, note_id="", base64_text=None):
    """One entry of `media`; the checksum is the one of the data where none is given."""
    id = id or fresh_id()
    return {
        "id": id,
        "noteId": note_id,
        "kind": kind,
        "filename": f"{id}.jpg" if filename is None else filename,
        "contentType": content_type,
        "checksum": hashlib.sha256(data).hexdigest() if checksum is None else checksum,
        "dataBase64": base64.b64encode(data).decode() if base64_text is None else base64_text,
    }


def make_op(note, kind="upsert", *, id=None, media=()):
    """One operation on a note; the note of each entry of `media` is filled in where it is empty."""
    entries = [{**entry, "noteId": entry["noteId"] or note.get("id", "")} for entry in media]
    return {"opId": fresh_id() if id is None else id, "opType": kind, "note": note, "media": entries}


@dataclass(frozen=True)
class Result:
    note_id: str
    result: str
    note: dict

    @property
    def applied(self) -> bool:
        return self.result == "applied"

    @property
    def skipped(self) -> bool:
        return self.result == "skipped"


@dataclass
class Restored:
    """What a restore lists, and the answer that it was read from."""

    answer: Answer
    limit: int
    notes: list
    media: list

    def note(self, id):
        found = [note for note in self.notes if note["id"] == id]
        assert len(found) <= 1, f"note {id} is listed {len(found)} times"
        return found[0] if found else None

    def media_of(self, id):
        return [entry for entry in self.media if entry["noteId"] == id]


@dataclass
class Account:
    """A signed-in user of a server. Remembers what it made, so that it can be deleted at the end.

    `since` is a whole second before which no note of the run is stamped.
    """

    server: Server
    username: str = ""
    password: str = field(default="", repr=False)
    since: str = ""
    reach: int = 0  # how many notes a restore had to ask for
    tokens: dict = field(default_factory=dict, repr=False)
    is_old_at: float = math.inf
    known: dict = field(default_factory=dict, repr=False)

    # MARK: signing in

    @classmethod
    def login(cls, server, username, password, since="") -> "Account":
        account = cls(server, username, password, since)
        account.sign_in()
        return account

    def sign_in(self):
        answer = self.server.post_json(
            "/auth/login", {"username": self.username, "password": self.password})
        assert answer.status == 200, f"login as {self.username}: {answer}"
        self.tokens = answer.json()["tokens"]
        self.is_old_at = time.monotonic() + 0.9 * life_of(self.tokens["access_token"])

    @property
    def access(self) -> str:
        """The access token, a new one when its time is nearly over: with pauses a run can take longer."""
        if time.monotonic() > self.is_old_at:
            self.sign_in()
        return self.tokens["access_token"]

    @property
    def refresh(self) -> str:
        return self.tokens["refresh_token"]

    @property
    def headers(self):
        return {"X-API-Key": self.server.api_key, "Authorization": f"Bearer {self.access}"}

    # MARK: uploads

    def post(self, value) -> Answer:
        """Any JSON value to the endpoint of uploads; nothing is asserted."""
        answer = self.server.post_json("/api/notesync", value, self.headers)
        self.remember(answer)
        return answer

    def post_ops(self, *ops) -> Answer:
        return self.post({"ops": list(ops)})

    def post_bytes(self, body: bytes, **headers) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self.server.request("POST", "/api/notesync", body, {**self.headers, **named})
        self.remember(answer)
        return answer

    def sync(self, *ops) -> list[Result]:
        """Sends operations and asserts what holds for every 200: §3.2, and §9.6 for the apps."""
        answer = self.post_ops(*ops)
        assert answer.status == 200, str(answer)
        results = answer.json()["results"]
        assert len(results) == len(ops), "one result for each operation (§3.2)"
        for op, result in zip(ops, results):
            assert result["noteId"] == op["note"]["id"], "in the order of the operations (§3.2)"
            assert result["result"] in ("applied", "skipped")
            note = result["note"]
            assert NOTE_FIELDS - {"deletedAt"} <= note.keys(), "every field of the note (§3.2, §9.6)"
            assert note["id"] == op["note"]["id"]
            note.setdefault("deletedAt", None)
        return [Result(each["noteId"], each["result"], each["note"]) for each in results]

    # MARK: what the server lists

    def restore_answer(self, query="", method="GET") -> Answer:
        return self.server.request(method, "/api/notes" + query, headers=self.headers)

    def restore(self, *ids, limit=None) -> Restored:
        """Notes and media as listed. Without a limit as many as it takes to see these notes, or, where
        one is missing or none is named, all of this run: with its photos a whole account can be
        gigabytes."""
        if limit is not None:
            return self._restore(limit)
        self.reach = max(self.reach, 10 + len(self.living()))
        while True:
            restored = self._restore(self.reach)
            listed = {note["id"] for note in restored.notes}
            if len(listed) < self.reach or (ids and listed.issuperset(ids)):
                return restored
            if restored.notes[-1]["updatedAt"] < self.since:
                return restored
            self.reach *= 2

    def _restore(self, limit) -> Restored:
        answer = self.restore_answer(f"?limit={limit}")
        assert answer.status == 200, str(answer)
        value = answer.json()
        for entry in value["media"]:
            assert MEDIA_FIELDS <= entry.keys(), "all seven fields (§4, §9.12)"
        for note in value["notes"]:
            assert NOTE_FIELDS - {"deletedAt"} <= note.keys(), "every field of a note (§4)"
        return Restored(answer, limit, value["notes"], value["media"])

    def listed(self, id):
        """The note as a restore lists it, or None."""
        return self.restore(id).note(id)

    def media_of(self, id):
        """The media of the note as a restore lists them."""
        return self.restore(id).media_of(id)

    # MARK: cleaning up

    def remember(self, answer):
        """Takes up the notes that the server has. What was skipped and never applied is an echo of
        the request (§3.2): deleting it would make a tombstone of a note that never was."""
        if answer.status != 200 or answer.content_type != "application/json":
            return
        for result in answer.json().get("results", []):
            note = result.get("note") or {}
            is_stored = result.get("result") == "applied" or note.get("id") in self.known
            if is_stored and note.get("id") and note.get("updatedAt"):
                self.known[note["id"]] = {**note, "text": ""}  # a delete needs no text of 20 MB

    def living(self):
        """The notes of this run that are not deleted."""
        return [note for note in self.known.values() if not note.get("deletedAt")]

    def empty(self, *ids):
        """Replaces the texts of those of these notes that live: a delete leaves them on the server (§3.4)."""
        for batch in batches([note for note in self.living() if note["id"] in ids]):
            self.sync(*[make_op({**note, "updatedAt": second_after(note["updatedAt"])}) for note in batch])

    def delete(self, *ids):
        """Deletes those of these notes that live, and makes sure of it."""
        for batch in batches([note for note in self.living() if note["id"] in ids]):
            ops = []
            for note in batch:
                moment = second_after(note["updatedAt"])
                ops.append(make_op({**note, "updatedAt": moment, "deletedAt": moment}, "delete"))
            assert all(result.applied for result in self.sync(*ops)), "a later delete is applied (§3.4)"

    def clean_up(self):
        """Deletes every note of this run that lives; what a failure leaves is named when all was tried."""
        failures = []
        for batch in batches(self.living()):
            ids = [note["id"] for note in batch]
            try:
                self.delete(*ids)
            except (AssertionError, OSError, http.client.HTTPException) as error:
                failures.append(f"{error}: {' '.join(ids)}")
        assert not failures, "these notes could not be deleted: " + "; ".join(failures)


def batches(notes):
    """A hundred at a time: a server may end a request after 30 s (§6)."""
    return [notes[start:start + 100] for start in range(0, len(notes), 100)]
