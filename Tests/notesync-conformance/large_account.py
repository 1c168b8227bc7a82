#!/usr/bin/env python3
"""What `tl notesync sync` moves of a large account on a server that cannot leave photos out of a list.

Starts the model as the original, fills an account from a vault, and counts the bytes of requests and answers, as the
server's sockets took them, for a sync with no change and for one with a new note. Exits 1 where a goal is missed.

    python3 large_account.py PROGRAM [NOTES [BYTES]]     PROGRAM is tl-net; 300 notes with a photo of about 3,000,000 bytes
"""

import base64
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from datetime import datetime, timedelta, timezone
from pathlib import Path

GOAL_BYTES, GOAL_NOTES = 1_000_000, 20
KEY = "key-of-the-model"
START = datetime(2026, 3, 1, 9, 0, tzinfo=timezone.utc)


def photo(number, size):
    """About as large as the size; as with real photos, hardly two are of one length."""
    return b"\xff\xd8\xff\xe0" + number.to_bytes(8, "big") + bytes(size - number * 7_919 % (size // 10))


class Run:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.vault, self.counts = folder / "vault", folder / "counts"
        self.environment = {**os.environ, "HOME": str(folder), "TZ": "UTC"}
        for name in ("TL_VAULT", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            self.environment.pop(name, None)
        (folder / ".gitconfig").write_text("[user]\nname = x\nemail = x@example.org\n")

    def start(self):
        model = Path(__file__).with_name("model_server.py")
        self.model = subprocess.Popen(
            [sys.executable, model, "--flavour", "original", "--user", "ada=pass", "--api-key", KEY,
             "--counts", self.counts], stdout=subprocess.PIPE, text=True)
        self.address = self.model.stdout.readline().strip()

    def tl(self, *words, given=None):
        """Runs the program; what it said, and how long it took."""
        started = time.monotonic()
        done = subprocess.run([self.program, *words], cwd=self.vault, env=self.environment, input=given,
                              text=True, capture_output=True)
        if done.returncode:
            raise SystemExit(f"tl {' '.join(words)}: {done.returncode}\n{done.stdout[-500:]}{done.stderr[-500:]}")
        return done.stdout + done.stderr, time.monotonic() - started

    def fill(self, count, size):
        self.vault.mkdir()
        self.tl("init", ".")
        for number in range(count):
            when = START + timedelta(minutes=number)
            name = f"n{number:05}"
            (self.vault / f"{name}.md").write_text(
                f"---\nid: {uuid.uuid4()}\ncreated: {when:%Y-%m-%dT%H:%M:%SZ}\n---\n\nnote {number:05}\n")
            media = self.vault / f"{name}.media"
            media.mkdir()
            (media / "p.jpg").write_bytes(photo(number, size))
        self.tl("notesync", "login", self.address, "--user", "ada", given=f"{KEY}\npass\n")

    def counted(self, *words):
        """What a command moved: bytes, the largest list that it asked for, seconds."""
        before = len(self.counts.read_text().splitlines())
        said, seconds = self.tl("notesync", *words)
        lines = [line.split() for line in self.counts.read_text().splitlines()[before:]]
        moved = sum(int(received) + int(sent) for _, _, received, sent in lines)
        limits = [int(path.split("limit=")[1].split("&")[0]) for method, path, *_ in lines
                  if method == "GET" and "limit=" in path]
        heads = sum(method == "HEAD" for method, *_ in lines)
        print(f"{' '.join(words):12} {moved:>12,} bytes  {len(lines):>3} requests  {heads} HEAD  "
              f"lists of {limits or 'nothing'}  {seconds:.1f} s  {said.strip().splitlines()[-1]}", flush=True)
        return moved, max(limits, default=0), said

    def add_on_phone(self, number, size):
        token = self.post("/auth/login", {"username": "ada", "password": "pass"}, {})["tokens"]["access_token"]
        now, id, data = f"{datetime.now(timezone.utc):%Y-%m-%dT%H:%M:%SZ}", str(uuid.uuid4()), photo(number, size)
        media = {"id": str(uuid.uuid4()), "noteId": id, "kind": "image", "filename": f"{uuid.uuid4()}.jpg",
                 "contentType": "image/jpeg", "checksum": hashlib.sha256(data).hexdigest(),
                 "dataBase64": base64.b64encode(data).decode()}
        note = {"id": id, "text": f"note {number:05}", "isPinned": False, "tags": [], "createdAt": now, "updatedAt": now}
        op = {"opId": str(uuid.uuid4()), "opType": "create", "note": note, "media": [media]}
        self.post("/api/notesync", {"ops": [op]}, {"X-API-Key": KEY, "Authorization": f"Bearer {token}"})

    def post(self, path, value, headers):
        headers = {"Content-Type": "application/json", **headers}
        request = urllib.request.Request(self.address + path, json.dumps(value).encode(), headers)
        return json.load(urllib.request.urlopen(request))


def main():
    count, size = (int(word) for word in (sys.argv[2:] + ["300", "3000000"][len(sys.argv) - 2:]))
    with tempfile.TemporaryDirectory() as folder:
        run = Run(sys.argv[1], Path(folder))
        run.start()
        try:
            run.fill(count, size)
            print(f"{count} notes, each with a photo of about {size:,} bytes")
            run.counted("push")
            run.counted("sync")
            unchanged, _, _ = run.counted("sync")
            run.add_on_phone(count, size)
            _, largest, said = run.counted("sync")
            run.counted("sync")
        finally:
            run.model.kill()
    missed = [f"{unchanged:,} bytes for no change"] * (unchanged >= GOAL_BYTES)
    missed += [f"a list of {largest} notes for a new one"] * (largest > GOAL_NOTES)
    missed += ["the new note did not come"] * ("received 1 note" not in said)
    print("missed: " + "; ".join(missed) if missed else "all goals are met")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
