#!/usr/bin/env python3
"""The contract as a program: a notesync server in memory, for reading and for trying the suite.

It has two flavours. `original` does what was measured of the original backend, quirks included; `tl`
does what section 9 of the contract asks of a server for the same apps. It keeps everything in memory,
serves one request at a time and is meant for nothing but tests.

    python3 model_server.py --flavour original --user ada=secret --api-key key
"""

import argparse
import base64
import binascii
import hashlib
import html
import json
import re
import secrets
import sys
import time
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

from times import EPOCH, text_of
from tokens import claims_of, encode, sign

LIMIT = 52_428_800
LONGEST_OP_ID = 100_000  # 5,000 characters passed and 500,000 failed (§3.1)
ACCESS_SECONDS, REFRESH_SECONDS, CODE_SECONDS = 10_800, 30 * 86_400, 300
PROGRAM = ("redirect_uri", "state", "code_challenge")
LOOPBACK = re.compile(r"http://127\.0\.0\.1:\d+(/[\w./-]*)?")
SCHEMES = {"ios": "zzuse.timeline", "android": "com.zzuse.timeline"}


# MARK: §3.3, times

TIME = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?([Zz]|[+-]\d\d:?\d\d)?)?")
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


def read_time(value, converts_offsets):
    """Microseconds since 1970, or ValueError."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise ValueError("no time")
    if not isinstance(value, str) or NUMBER.fullmatch(value):
        number = float(value)
        return int(number * (1_000 if abs(number) > 2e10 else 1_000_000))
    match = TIME.fullmatch(value)
    if not match:
        raise ValueError("no time")
    year, month, day, hour, minute, second = (int(each or 0) for each in match.groups()[:6])
    microsecond = int((match[7] or "").ljust(6, "0")[:6])
    moment = datetime(year, month, day, hour, minute, second, microsecond, timezone.utc)
    wall = (moment - EPOCH) // timedelta(microseconds=1)
    zone = match[8]
    if zone and zone not in "Zz" and converts_offsets:
        minutes = int(zone[1:3]) * 60 + int(zone[-2:])
        wall -= (1 if zone[0] == "+" else -1) * minutes * 60_000_000
    return wall


# MARK: what is kept


@dataclass(frozen=True)
class Note:
    id: str
    text: str
    is_pinned: bool
    tags: frozenset
    created: int
    updated: int
    deleted: int | None


@dataclass(frozen=True)
class Media:
    id: str
    note_id: str
    kind: str
    filename: str
    content_type: str
    checksum: str
    data: bytes


@dataclass
class Shelf:
    """What is kept of one user: notes and media by id, and the opIds that are burnt (§3.5)."""

    notes: dict = field(default_factory=dict)
    media: dict = field(default_factory=dict)
    burnt: set = field(default_factory=set)

    def copy(self) -> "Shelf":
        return Shelf(dict(self.notes), dict(self.media), set(self.burnt))


@dataclass
class User:
    id: str
    name: str
    password: str
    email: str
    shelf: Shelf = field(default_factory=Shelf)


class Refused(Exception):
    """An answer that ends the request."""

    def __init__(self, status, value, **headers):
        self.status, self.value, self.headers = status, value, headers


HTML_FAULT = Refused(500, "<!doctype html><title>500</title><h1>Internal Server Error</h1>")


class BadOp(Exception):
    """One operation that cannot be carried out: `details` of the shape, or a name of its own."""

    def __init__(self, details=None, error="invalid_request"):
        self.details, self.error = details, error


# MARK: §3.1, the shape of a request

BOOLEANS = {True: True, False: False, 1: True, 0: False, "true": True, "false": False, "1": True, "0": False}
KINDS = ("create", "update", "upsert", "delete")


class Shape:
    """Checks one operation field by field and gathers what is wrong with it."""

    def __init__(self, index, converts_offsets):
        self.index, self.converts_offsets, self.details = index, converts_offsets, []

    def wrong(self, kind, message, value, *place):
        detail = {"loc": ["ops", self.index, *place], "type": kind, "msg": message, "input": value}
        self.details.append({**detail, "url": f"https://errors.example/{kind}"})

    def get(self, holder, place, key, check, kind):
        if not isinstance(holder, dict) or key not in holder:
            return self.wrong("missing", "Field required", holder, *place, key)
        value = holder[key]
        if not check(value):
            return self.wrong(kind, "Input should be valid", value, *place, key)
        return value

    def string(self, holder, place, key):
        return self.get(holder, place, key, lambda value: isinstance(value, str), "string_type")

    def word(self, holder, place, key, words):
        return self.get(
            holder, place, key, lambda value: isinstance(value, str) and value in words, "literal_error")

    def time(self, holder, place, key):
        value = self.get(holder, place, key, self.is_time, "datetime_parsing")
        return None if value is None else read_time(value, self.converts_offsets)

    def is_time(self, value):
        try:
            read_time(value, self.converts_offsets)
            return True
        except (ValueError, OverflowError):
            return False

    def note(self, holder):
        note = self.get(holder, [], "note", lambda value: isinstance(value, dict), "model_type")
        if note is None:
            return None
        place = ["note"]
        pinned = self.get(note, place, "isPinned", self.is_boolean, "bool_parsing")
        tags = self.get(note, place, "tags", self.are_strings, "list_type") or []
        deleted = None if note.get("deletedAt") is None else self.time(note, place, "deletedAt")
        return Note(
            self.string(note, place, "id"), self.string(note, place, "text"),
            BOOLEANS.get(pinned, False), frozenset(tag.strip() for tag in tags if tag.strip()),
            self.time(note, place, "createdAt"), self.time(note, place, "updatedAt"), deleted)

    @staticmethod
    def is_boolean(value):
        return isinstance(value, (bool, int, str)) and value in BOOLEANS

    @staticmethod
    def are_strings(value):
        return isinstance(value, list) and all(isinstance(each, str) for each in value)

    def media(self, holder, note_id):
        entries = holder.get("media", [])
        if not isinstance(entries, list):
            self.wrong("list_type", "Input should be a valid list", entries, "media")
            return []
        return [self.media_entry(entry, ["media", number], note_id) for number, entry in enumerate(entries)]

    def media_entry(self, entry, place, note_id):
        texts = {name: self.string(entry, place, name) for name in
                 ("id", "noteId", "filename", "contentType", "checksum", "dataBase64")}
        kind = self.word(entry, place, "kind", ("image", "audio"))
        data = texts["dataBase64"]
        return Media(
            texts["id"], note_id, kind, texts["filename"], texts["contentType"],
            (texts["checksum"] or "").strip(), data)


def read_op(value, index, converts_offsets):
    """(opId, opType, note, media whose data are still base64), or BadOp with the details."""
    shape = Shape(index, converts_offsets)
    if not isinstance(value, dict):
        shape.wrong("model_type", "Input should be an object", value)
        raise BadOp(shape.details)
    op_id = shape.string(value, [], "opId")
    kind = shape.word(value, [], "opType", KINDS)
    note = shape.note(value)
    media = shape.media(value, note.id if note else "")
    if shape.details:
        raise BadOp(shape.details)
    texts = [op_id, note.id, note.text, *note.tags]
    if len(op_id) > LONGEST_OP_ID:
        raise BadOp(error="too long")
    if any("\0" in text for text in texts):
        raise BadOp(error="A string literal cannot contain NUL (0x00) characters.")
    try:
        for text in texts:
            text.encode()
    except UnicodeEncodeError:
        raise BadOp(error="surrogate") from None
    return op_id, kind, note, media


def read_base64(text):
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise BadOp(error="invalid_base64") from None


# MARK: §3.4 to §3.6, what an operation does


class Rules:
    """The rules of both flavours; `foreign(kind, id)` tells whether another user has that id."""

    def __init__(self, original, foreign):
        self.original, self.foreign = original, foreign

    def apply(self, shelf, kind, note, media) -> bool:
        """Changes the shelf; False where the operation lost."""
        if self.original and self.foreign("notes", note.id):
            raise BadOp(error="foreign")
        stored = shelf.notes.get(note.id)
        if kind == "delete":
            return self.delete(shelf, stored, note)
        if stored and not note.updated > stored.updated:
            if not self.original and note.updated == stored.updated:
                self.add_media(shelf, note.id, media)  # §9.10: allowed, and better
            return False
        created = stored.created if stored else note.created
        shelf.notes[note.id] = replace(note, created=created)
        self.add_media(shelf, note.id, media)
        return True

    def delete(self, shelf, stored, note) -> bool:
        incoming = max(note.updated, note.deleted or note.updated)
        deleted = incoming if note.deleted is None else note.deleted
        if not stored:
            shelf.notes[note.id] = replace(note, tags=frozenset(), updated=incoming, deleted=deleted)
            return True
        latest = max(stored.updated, stored.deleted or stored.updated)
        wins = incoming > latest or (not self.original and incoming == latest and stored.deleted is None)
        if wins:
            shelf.notes[note.id] = replace(stored, updated=incoming, deleted=deleted)
        return wins

    def add_media(self, shelf, note_id, media):
        for entry in media:
            if self.original and self.foreign("media", entry.id):
                raise BadOp(error="foreign")
            known = shelf.media.get(entry.id)
            if known and self.original and known.checksum == entry.checksum:
                shelf.media[entry.id] = replace(entry, note_id=note_id, data=known.data)
                continue
            data = read_base64(entry.data)
            checksum = entry.checksum if self.original else hashlib.sha256(data).hexdigest()
            on_note = {each.checksum for each in shelf.media.values() if each.note_id == note_id}
            if not known and checksum and checksum in on_note:
                continue
            filename = entry.filename if self.original else plain_name(entry)
            shelf.media[entry.id] = replace(
                entry, note_id=note_id, data=data, checksum=checksum, filename=filename)


def plain_name(entry):
    return entry.id + (".m4a" if entry.kind == "audio" else ".jpg")


# MARK: the server


class Model:
    """Users, tokens and codes; the answers as (status, value, headers)."""

    def __init__(self, flavour, api_key, users, key):
        self.original = flavour == "original"
        self.api_key, self.key = api_key, key
        self.users = {name: User(str(number), name, password, f"{name}@example.org")
                      for number, (name, password) in enumerate(users, 701)}
        self.codes = {}

    def say(self, moment):
        """§3.3 and §9.7: six digits or none; ours never has a fraction."""
        return text_of(moment if self.original else moment // 1_000_000 * 1_000_000)

    def shown(self, note: Note):
        tags = list(note.tags)
        return {
            "id": note.id, "text": note.text, "isPinned": note.is_pinned, "tags": tags,
            "createdAt": self.say(note.created), "updatedAt": self.say(note.updated),
            "deletedAt": None if note.deleted is None else self.say(note.deleted),
        }

    # MARK: §2, tokens

    def token(self, user, kind):
        now = int(time.time())
        life = ACCESS_SECONDS if kind == "access" else REFRESH_SECONDS
        claims = {"sub": user.id, "type": kind, "iat": now, "nbf": now, "exp": now + life,
                  "jti": secrets.token_hex(8), "fresh": False, "csrf": secrets.token_hex(8),
                  "is_admin": "user"}
        return sign({"alg": "HS256", "typ": "JWT"}, claims, self.key)

    def tokens(self, user):
        return {"access_token": self.token(user, "access"), "refresh_token": self.token(user, "refresh"),
                "token_type": "Bearer", "expires_in": ACCESS_SECONDS}

    def user_of(self, token, kind) -> User:
        bad = Refused(401, {"error": "invalid_token", "msg": "Invalid token"})
        try:
            claims = claims_of(token)
            header = {"alg": "HS256", "typ": "JWT"}
            good = secrets.compare_digest(sign(header, claims, self.key), token)
        except (ValueError, IndexError):
            raise bad from None
        if not good or claims.get("type") != kind:
            raise bad
        if claims["exp"] <= time.time():
            raise Refused(401, {"error": "token_expired", "msg": "Token has expired"})
        for user in self.users.values():
            if user.id == claims["sub"]:
                return user
        raise Refused(401, {"msg": f"Error loading the user {claims['sub']}"})

    def bearer(self, headers, kind="access") -> User:
        value = headers.get("Authorization", "")
        if not value.startswith("Bearer"):
            raise Refused(401, {"error": "authorization_required", "msg": "Missing token"})
        return self.user_of(value.removeprefix("Bearer").strip(), kind)

    def signed_in(self, headers) -> User:
        """§2.4: the API key first."""
        if not secrets.compare_digest(headers.get("X-API-Key", "").encode(), self.api_key.encode()):
            raise Refused(401, {"error": "unauthorized"})
        return self.bearer(headers)

    # MARK: §2.2 and §2.3, login, exchange, refresh

    def login(self, request):
        if request.content_type != "application/json":
            raise Refused(415, "<h1>Unsupported Media Type</h1>")
        value = request.json(Refused(400, "<h1>Bad Request</h1>"))
        user = self.users.get(value.get("username"))
        if user and "password" not in value:
            raise HTML_FAULT if self.original else Refused(400, {"message": "no password"})
        if not user or value.get("password") != user.password:
            raise Refused(401, {"message": "Invalid username or password"})
        tokens = self.tokens(user)
        return {"message": "Logged in", "tokens": {name: tokens[name] for name in list(tokens)[:2]}}

    def register(self, request):
        value = request.json(Refused(400, "<h1>Bad Request</h1>"))
        if value.get("username") in self.users:
            raise Refused(400, {"message": "Username taken"})
        if "password" not in value or any(user.email == value["email"] for user in self.users.values()):
            raise HTML_FAULT
        name = value["username"]
        self.users[name] = User(str(701 + len(self.users)), name, value["password"], value["email"])
        return 201, {"message": "User created"}

    def refresh_get(self, request):
        user = self.bearer(request.headers, "refresh")
        return {"access_token": self.token(user, "access"), "message": user.id}

    def refresh_post(self, request):
        """§9.4: what both apps send."""
        value = request.json(Refused(400, {"error": "invalid_request"}))
        token = value.get("refresh_token") or value.get("refreshToken") or ""
        user = self.user_of(token, "refresh")
        return {**self.tokens(user), "refresh_token": token}

    def logout(self, request):
        if not request.headers.get("Authorization", "").startswith("Bearer"):
            raise Refused(401, {"error": "authorization_required", "msg": "Missing token"})
        return {"msg": "access token has been revoked"}  # it is not (§2.1)

    def exchange(self, request):
        fault = HTML_FAULT if self.original else Refused(400, {"error": "invalid_request", "details": []})
        value = request.json(fault)
        if not isinstance(value, dict) or not isinstance(value.get("code"), str):
            raise Refused(400, {"error": "invalid_request", "details": [
                {"loc": ["code"], "type": "string_type", "msg": "Input should be a valid string"}]})
        user, until, challenge = self.codes.pop(value["code"], (None, 0, ""))
        verifier = encode(hashlib.sha256(str(value.get("code_verifier", "")).encode()).digest())
        if not user or until < time.time() or challenge not in ("", verifier):
            raise Refused(400, {"error": "invalid_code"})
        return {**self.tokens(user), "user": {"id": user.id, "username": user.name, "email": user.email}}

    # MARK: §2.2 A, the browser

    def oauth_start(self, request):
        client = request.query.get("client", [""])[0].lower()
        provider = request.query.get("provider", [None])[0]
        if self.original and provider in ("google", "github"):
            raise Refused(302, "", Location=f"/auth/login/{provider}?{urlencode({'client': client})}")
        program = {name: request.query.get(name, [""])[0] for name in PROGRAM}
        if client == "tl" and not LOOPBACK.fullmatch(program["redirect_uri"]):
            raise Refused(400, "<!doctype html><p>No such address")
        fields = "".join(f'<input type=hidden name={name} value="{html.escape(value)}">'
                         for name, value in {"client": client, **program}.items())
        page = (f"<form method=post action=/auth/sign-in>{fields}<input name=username>"
                "<input type=password name=password><button>Sign in</button></form>")
        return (400 if self.original and provider else 200), f"<!doctype html>{page}"

    def sign_in(self, request):
        form = {name: values[0] for name, values in parse_qs(request.body().decode()).items()}
        user = self.users.get(form.get("username"))
        if not user or user.password != form.get("password"):
            return 401, "<!doctype html><p>Wrong name or password"
        code, client = secrets.token_urlsafe(32), form.get("client")
        self.codes[code] = user, time.time() + CODE_SECONDS, form.get("code_challenge", "")
        if client == "tl":
            query = urlencode({"code": code, "state": form["state"]})
            raise Refused(302, "", Location=f"{form['redirect_uri']}?{query}")
        place = f"{SCHEMES[client]}://auth/callback" if client in SCHEMES else "/auth/callback"
        raise Refused(302, "", Location=f"{place}?code={code}")

    def callback(self, request):
        code = request.query.get("code", [""])[0]
        if not code:
            raise Refused(400, "Missing code")
        return f"<!doctype html><p>Code: {code if self.original else html.escape(code)}"

    # MARK: §3, uploads

    def notesync(self, request):
        user = self.signed_in(request.headers)
        value = request.json(HTML_FAULT if self.original else Refused(400, {"error": "invalid_request"}))
        ops = value.get("ops") if isinstance(value, dict) else None
        if not isinstance(ops, list):
            detail = {"loc": ["ops"], "type": "list_type", "msg": "Input should be a valid list",
                      "input": value, "url": "https://errors.example/list_type"}
            raise Refused(400, {"error": "invalid_request", "details": [detail]})
        shelf = user.shelf.copy() if self.original else user.shelf
        outcomes = self.all_or_none(user, shelf, ops) if self.original else [
            self.alone(user, op, index) for index, op in enumerate(ops)]
        if self.original:
            user.shelf = shelf
        return {"results": [self.result(user.shelf, *outcome) for outcome in outcomes]}

    def all_or_none(self, user, shelf, ops):
        """§3.5: one transaction."""
        read, details = [], []
        try:
            for index, op in enumerate(ops):
                try:
                    read.append(read_op(op, index, False))
                except BadOp as bad:
                    if bad.details is None:
                        raise
                    details += bad.details
            if details:
                raise Refused(400, {"error": "invalid_request", "details": details})
            return [self.outcome(user, shelf, *each, ops[index]) for index, each in enumerate(read)]
        except BadOp as bad:
            if bad.error in ("foreign", "surrogate", "too long"):
                raise HTML_FAULT from None
            raise Refused(400, {"error": bad.error}) from None

    def alone(self, user, op, index):
        """§9.11: one bad operation fails alone."""
        try:
            shelf = user.shelf.copy()
            outcome = self.outcome(user, shelf, *read_op(op, index, True), op)
            user.shelf = shelf
            return outcome
        except BadOp as bad:
            note = op.get("note") if isinstance(op, dict) else None
            return "skipped", note if isinstance(note, dict) else {}, bad

    def outcome(self, user, shelf, op_id, kind, note, media, op):
        if op_id in shelf.burnt:
            return "skipped", {**op["note"], "_": note}
        rules = Rules(self.original, lambda what, id: any(
            id in getattr(each.shelf, what) for each in self.users.values() if each is not user))
        applied = rules.apply(shelf, kind, note, media)
        shelf.burnt.add(op_id)
        return ("applied" if applied else "skipped"), {**op["note"], "_": note}

    def result(self, shelf, result, sent, bad=None):
        """§3.2: the state after the whole request, else what was sent; ours says what was bad."""
        id = sent.get("id") if isinstance(sent.get("id"), str) else ""
        stored = shelf.notes.get(id)
        said = {"error": "invalid_request", "details": bad.details or []} if bad else {}
        return {"noteId": id, "result": result, "note": self.shown(stored) if stored else self.echo(id, sent),
                **said}

    def echo(self, id, sent):
        def moment(key):
            try:
                return read_time(sent.get(key), True)
            except (ValueError, OverflowError):
                return 0

        tags = sent.get("tags") if Shape.are_strings(sent.get("tags")) else []
        text = sent.get("text") if isinstance(sent.get("text"), str) else ""
        deleted = None if sent.get("deletedAt") is None else moment("deletedAt")
        return self.shown(Note(
            id, text, bool(sent.get("isPinned")), frozenset(tags), moment("createdAt"),
            moment("updatedAt"), deleted))

    # MARK: §4, restore

    def notes(self, request):
        user = self.signed_in(request.headers)
        text = request.query.get("limit", ["10"])[0]
        try:
            limit = int(text)
        except ValueError:
            limit = 0
        if limit < 1:
            raise Refused(400, {"error": "invalid_limit"})
        if limit >= 1 << 63:
            raise HTML_FAULT if self.original else Refused(400, {"error": "invalid_limit"})
        live = [note for note in user.shelf.notes.values() if note.deleted is None]
        if self.original:
            secrets.SystemRandom().shuffle(live)  # ties come in any order
        else:
            live.sort(key=lambda note: note.id)
        live.sort(key=lambda note: note.updated, reverse=True)
        listed = live[:limit]
        media = [entry for note in listed for entry in user.shelf.media.values() if entry.note_id == note.id]
        is_bare = not self.original and request.query.get("data") == ["no"]

        def data(each):
            return {} if is_bare else {"dataBase64": base64.b64encode(each.data).decode()}

        return {"notes": [self.shown(note) for note in listed], "media": [{
            "id": each.id, "noteId": each.note_id, "kind": each.kind, "filename": each.filename,
            "contentType": each.content_type, "checksum": each.checksum,
            **data(each)} for each in media]}

    # MARK: routes

    def routes(self):
        routes = {
            "/auth/login": {"POST": self.login},
            "/auth/refresh": {"GET": self.refresh_get},
            "/auth/oauth_start": {"GET": self.oauth_start},
            "/auth/callback": {"GET": self.callback},
            "/api/auth/exchange": {"POST": self.exchange},
            "/api/notesync": {"POST": self.notesync},
            "/api/notes": {"GET": self.notes},
        }
        if self.original:
            routes["/auth/register"] = {"POST": self.register}
            routes["/auth/logout"] = {"GET": self.logout}
        else:
            routes["/auth/refresh"]["POST"] = self.refresh_post
            routes["/auth/sign-in"] = {"POST": self.sign_in}
        return routes

    def answer(self, request):
        methods = self.routes().get(request.path)
        if methods is None:
            raise Refused(404, "<!doctype html><h1>Not Found</h1>")
        method = "GET" if request.method == "HEAD" else request.method
        if method not in methods:
            allow = ", ".join([*methods, "OPTIONS", *(["HEAD"] if "GET" in methods else [])])
            raise Refused(405, "<!doctype html><h1>Method Not Allowed</h1>", Allow=allow)
        answer = methods[method](request)
        return answer if isinstance(answer, tuple) else (200, answer)


def without_two_ops(members):
    """An object of JSON; ours takes none that names its operations twice."""
    if sum(name == "ops" for name, _ in members) > 1:
        raise ValueError("ops")
    return dict(members)


class Request(BaseHTTPRequestHandler):
    """One request; closes its connection, as the original does."""

    model: Model
    quiet = True
    counts = None

    def handle_any(self):
        parts = urlsplit(self.path)
        self.path, self.query = parts.path, parse_qs(parts.query, keep_blank_values=True)
        self.method = self.command
        self.content_type = (self.headers.get("Content-Type") or "").split(";")[0]
        try:
            status, value = self.model.answer(self)
            headers = {}
        except Refused as refused:
            status, value, headers = refused.status, refused.value, refused.headers
        self.send(status, value, headers)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_PATCH = handle_any

    def send(self, status, value, headers):
        is_page = isinstance(value, str)
        body = value.encode() if is_page else json.dumps(value, sort_keys=True).encode()
        if status != 401 and not self.model.original:
            body = body.replace(b"token_expired", rb"token\u005fexpired")
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8" if is_page else "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        for name, text in headers.items():
            self.send_header(name, text)
        self.end_headers()
        sent = 0
        try:
            while self.command != "HEAD" and sent < len(body):
                sent += self.connection.send(body[sent:sent + 65_536])
        except OSError:
            self.close_connection = True  # whoever asked has heard enough
        if self.counts:
            length = self.headers.get("Content-Length", 0)
            print(self.command, self.requestline.split()[1], length, sent, file=self.counts, flush=True)

    def body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            return self.chunks()
        length = int(self.headers.get("Content-Length") or 0)
        if length > LIMIT:
            raise Refused(413, "<!doctype html><h1>Request Entity Too Large</h1>")
        return self.rfile.read(length)

    def chunks(self) -> bytes:
        pieces, size = [], 0
        while length := self.chunk_length():
            size += length
            if size > LIMIT:
                raise HTML_FAULT if self.model.original else Refused(413, "<h1>Too Large</h1>")
            pieces.append(self.rfile.read(length))
            if self.rfile.readline() != b"\r\n":
                raise Refused(400, "<!doctype html><h1>Bad Request</h1>")
        self.rfile.readline()
        return b"".join(pieces)

    def chunk_length(self) -> int:
        try:
            return int(self.rfile.readline().split(b";")[0], 16)
        except ValueError:
            raise Refused(400, "<!doctype html><h1>Bad Request</h1>") from None

    def json(self, fault):
        """The body as JSON; a form type makes it read as empty (§2)."""
        body = self.body()
        if self.content_type in ("application/x-www-form-urlencoded", "multipart/form-data"):
            raise fault
        try:
            return json.loads(body.decode(), object_pairs_hook=None if self.model.original else without_two_ops)
        except ValueError:
            raise fault from None

    def log_message(self, *arguments):
        if not self.quiet:
            super().log_message(*arguments)


def main():
    parser = argparse.ArgumentParser(description="A notesync server in memory, for tests.")
    parser.add_argument("--flavour", choices=["original", "tl"], default="tl")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--api-key", default="key")
    parser.add_argument("--user", action="append", default=[], metavar="NAME=PASSWORD")
    parser.add_argument("--signing-key", help="write the key of the tokens to this file")
    parser.add_argument("--log", action="store_true")
    parser.add_argument("--counts", help="write method, path and bytes of each request and answer to this file")
    options = parser.parse_args()
    key = secrets.token_bytes(32)
    if options.signing_key:
        Path(options.signing_key).write_bytes(key + b"\n")
    users = [user.split("=", 1) for user in options.user]
    Request.model = Model(options.flavour, options.api_key, users, key)
    Request.quiet = not options.log
    Request.counts = open(options.counts, "w") if options.counts else None
    server = HTTPServer(("127.0.0.1", options.port), Request)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        sys.exit(0)


if __name__ == "__main__":
    main()
