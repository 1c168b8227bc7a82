"""Vaults made for a test: notes, pictures and sounds, written as another program would."""

import math
import os
import struct
import wave
import zlib
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo


class Vault:
    """A folder with notes in it. Paths are relative to it, with `/` between folders."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.write(".tl/config.yaml", "format: 1\ntimezone: Europe/Berlin\n")
        self.write(".tl/.gitignore", "/local/\n")

    def path(self, name):
        return self.folder / name

    def write(self, name, text):
        """Writes a file as editors do: a new file takes the place of the old one."""
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f".{path.name}.new")
        fresh.write_bytes(text if isinstance(text, bytes) else text.encode())
        os.replace(fresh, path)
        return path

    def note(self, name, body="", *, id=None, created="2026-05-17T10:00:00+02:00", **fields):
        """Writes the note `name`.md, and returns its id, which is its name unless given."""
        id = id or name.rsplit("/", 1)[-1]
        lines = ["---", f"id: {id}", f"created: {created}"]
        for key, value in fields.items():
            if isinstance(value, bool):
                value = str(value).lower()
            elif isinstance(value, list):
                value = "[" + ", ".join(value) + "]"
            lines.append(f"{key}: {value}")
        self.write(f"{name}.md", "\n".join([*lines, "---", "", body, ""]))
        return id

    def notes(self, count, *, newest="2026-05-17T10:00:00", hours=7, body=None, prefix="note"):
        """Writes notes that lie `hours` apart, the newest first; returns their ids."""
        start = datetime.fromisoformat(newest)
        ids = []
        for index in range(count):
            created = (start - timedelta(hours=hours * index)).isoformat() + "+02:00"
            text = body(index) if body else f"# Note {index}\n\n" + paragraph(index)
            ids.append(self.note(f"{prefix}-{index:04}", text, created=created))
        return ids

    def picture(self, name, width=160, height=120, colour=(60, 110, 150)):
        """Writes a small PNG with a slope of colours; what lies in NOTE.media belongs to NOTE."""
        return self.write(name, png(width, height, colour))

    def sound(self, name, seconds=1.0):
        """Writes a WAV with one tone."""
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        rate = 8000
        values = (int(9000 * math.sin(i * 2 * math.pi * 440 / rate)) for i in range(int(rate * seconds)))
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(rate)
            file.writeframes(b"".join(struct.pack("<h", value) for value in values))
        return path

    def text(self, name):
        return self.path(name).read_text()

    def remove(self, name):
        self.path(name).unlink()

    def files(self, pattern="*.md"):
        """The notes' files, without those of the vault itself."""
        found = (p.relative_to(self.folder) for p in self.folder.rglob(pattern))
        return sorted(str(p) for p in found if p.parts[0] != ".tl")


def today():
    """The day in the vaults' time zone."""
    return datetime.now(ZoneInfo("Europe/Berlin")).date()


def day_of_years_ago(years):
    """The day that today remembers."""
    day = today()
    last = 28 if (day.month, day.day) == (2, 29) else day.day
    return day.replace(year=day.year - years, day=last)


WORDS = (
    "rain on the roof the kettle sings a letter from the lake seven boats bread with salt we walked home "
    "late and nobody spoke the window was open and the street smelled of lime trees"
).split()


def paragraph(seed, length=40):
    """Some words that are the same for the same seed."""
    return " ".join(WORDS[(seed * 7 + i * (1 + seed % 3)) % len(WORDS)] for i in range(length))


def png(width, height, colour):
    rows = bytearray()
    for y in range(height):
        rows.append(0)
        shade = 0.6 + 0.4 * y / height
        row = bytes(min(255, int(part * shade)) for part in colour)
        rows += row * width
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(rows))) + chunk(b"IEND", b"")
