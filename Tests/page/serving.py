"""Starts and ends `tl serve`."""

import os
import re
import selectors
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def program():
    """The program under test: TL, or the last debug build; tl-net lies beside it."""
    found = Path(os.environ.get("TL") or ROOT / ".build/debug/tl")
    if not found.exists():
        raise FileNotFoundError(f"there is no {found}; build it with: swift build")
    return found


class Server:
    """One `tl serve`, with a state folder of its own. The port stays the same over restarts."""

    def __init__(self, vault, folder, *arguments):
        self.vault = vault
        self.folder = Path(folder)
        self.arguments = arguments
        self.process = None
        self.cookies = None
        self.port = free_port()
        self.log = self.folder / "server.log"
        self.start()

    def start(self):
        """Starts it, and waits until it prints the address that lets a browser in."""
        self.process = subprocess.Popen(
            [program(), "--vault", self.vault.folder, "serve", "--listen", f"127.0.0.1:{self.port}", *self.arguments],
            env=self.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=open(self.log, "ab"),
            start_new_session=True)
        line = first_line(self.process.stdout, seconds=60)
        found = re.match(r"((http://[^/]+)\S*/login\?code=\S+)", line or "")
        if not found:
            raise RuntimeError(f"tl serve printed {line!r}, and: {self.words()}")
        self.invitation, self.address = found.groups()

    def run(self, *arguments):
        """What another `tl` prints about this vault, with the same state."""
        done = subprocess.run(
            [program(), "--vault", self.vault.folder, *arguments], env=self.environment(), stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def environment(self):
        kept = {name: value for name, value in os.environ.items() if name not in ("TL_VAULT", "TL_EDITOR", "EDITOR")}
        return kept | {
            "HOME": str(self.folder), "XDG_STATE_HOME": str(self.folder / "state"),
            "XDG_CONFIG_HOME": str(self.folder / "config"), "XDG_CACHE_HOME": str(self.folder / "cache"),
        }

    def kill(self):
        """Ends it as a power cut would; `start` starts it again at the same address."""
        self._end(signal.SIGKILL)

    def stop(self):
        """Ends it as Ctrl-C does. A crash, before or now, is a failure."""
        if self.process is None:
            return
        status = self._end(signal.SIGINT)
        assert status in (0, 130, -signal.SIGINT), f"tl serve ended with {status}: {self.words()}"

    def _end(self, sign):
        process, self.process = self.process, None
        # The whole group: tl hands over to tl-net.
        try:
            os.killpg(process.pid, sign)
        except ProcessLookupError:
            pass
        try:
            return process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return "a SIGKILL: it did not end by itself in 60 s"
        finally:
            process.stdout.close()

    def words(self):
        """What it said last."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-20:])


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def first_line(stream, seconds):
    """The first line of a pipe; None when none comes in time."""
    with selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_READ)
        if not selector.select(timeout=seconds):
            return None
    return stream.readline().decode()
