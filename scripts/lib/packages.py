"""Writes the packages of tl from the tree that scripts/lib/stage.sh makes. Started by scripts/package.

Uses Python's own library only. The same commit and the same programs give the same bytes: times are that of the commit,
entries are sorted, and root owns all.
"""

import argparse
import base64
import calendar
import concurrent.futures
import email.utils
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUMMARY = "personal timeline that is a folder of Markdown files"
DESCRIPTION = """\
tl keeps notes, photos, recordings and trackers in order as plain files, finds
them in milliseconds, and changes only the bytes that it was asked to change.
It works on vaults of Obsidian and on the content of Hugo sites. The timeline
can be shown in the browser and synced through git."""
# The project has no address of its own for mail; the domain is one that never exists.
MAINTAINER = "tl contributors <tl@tl.invalid>"
# `tl` is taken on PyPI. The wheel is not uploaded: whoever does must own this name first.
WHEEL_NAME = "tl-timeline"
# What glibc brings. Whatever else tl or tl-net needs when it runs would have to be a dependency, under another name in
# each distribution; they need nothing else, and this script makes sure of it.
GLIBC = re.compile(r"(lib(c|m|pthread|dl|rt|resolv|util)\.so\.\d|ld-linux.*\.so\.\d)$")
# The same for tl-media: what libvips brings.
OF_VIPS = re.compile(r"lib(vips|glib-2\.0|gobject-2\.0|gio-2\.0|stdc\+\+|gcc_s)\.so\.\d+$")


def fail(message):
    sys.exit(f"tl: error: {message}")


def output(*command):
    """What a command prints, or None if it fails."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
    return done.stdout.strip() if done.returncode == 0 else None


class Version:
    """The version in each spelling, and the time that all files get.

    Version.swift has the version, which `tl --version` prints. A commit with the tag v1.2.3 is the release 1.2.3. Other
    commits get a suffix with the number of commits, so that a later package replaces an earlier one:
    - while there is no tag v1.2.3 the commit comes before that release:
      1.2.3~dev12.gabc for dpkg and rpm, where ~ sorts before the end; 1.2.3.dev12+gabc for pip (PEP 440);
    - when there is one, the commit comes after it and before whatever is next: 1.2.3+dev12.gabc for dpkg,
      1.2.3^dev12.gabc for rpm, 1.2.3.post12+gabc for pip.
    The number needs the whole history: a shallow clone gives a smaller one.
    """

    def __init__(self):
        source = (ROOT / "Sources/CommandLineTool/Version.swift").read_text()
        self.plain = re.search(r'text = "([0-9]+\.[0-9]+\.[0-9]+)"', source).group(1)
        day = re.search(r'date = "([0-9-]+)"', source).group(1)
        self.deb = self.rpm = self.pip = self.plain
        self.time = int(os.environ.get("SOURCE_DATE_EPOCH") or output("git", "log", "-1", "--format=%ct")
                        or calendar.timegm(time.strptime(day, "%Y-%m-%d")))
        self.is_release = True
        commit = output("git", "rev-parse", "--short=8", "HEAD")
        # A folder without git is a source archive of a release.
        if commit is None or pathlib.Path(output("git", "rev-parse", "--show-toplevel")).resolve() != ROOT:
            return
        tag = f"v{self.plain}"
        tags = [name for name in output("git", "tag", "--points-at", "HEAD").split()
                if re.match(r"v[0-9]+\.[0-9]+\.[0-9]+$", name)]
        if tags and tags != [tag]:
            fail(f"this commit has the tag {' '.join(tags)}, and Version.swift says {self.plain}")
        changes = output("git", "status", "--porcelain", "--untracked-files=no")
        if tags and not changes:
            return
        self.is_release = False
        is_later = output("git", "rev-parse", "--quiet", "--verify", f"refs/tags/{tag}") is not None
        count = output("git", "rev-list", "--count", f"{tag}..HEAD" if is_later else "HEAD")
        mark = f"g{commit}" + (".changed" if changes else "")
        self.deb += f"{'+' if is_later else '~'}dev{count}.{mark}"
        self.rpm += f"{'^' if is_later else '~'}dev{count}.{mark}"
        self.pip += f".{'post' if is_later else 'dev'}{count}+{mark}"


class Needs:
    """What the programs ask of the system when they start, read from the programs themselves."""

    def __init__(self, stage):
        self.rpm, self.glibc, self.vips = set(), (2, 17), None
        for path in sorted(stage.glob("bin/*")) + sorted(stage.glob("libexec/tl/*")):
            self.read(path)
        self.glibc = ".".join(map(str, self.glibc))

    def read(self, path):
        text = output("readelf", "--wide", "--dynamic", "--version-info", str(path))
        if text is None:
            fail(f"readelf, of the package binutils, cannot read {path.name}")
        libraries = re.findall(r"\(NEEDED\).*\[(.*)\]", text)
        others = [name for name in libraries if not GLIBC.match(name)]
        if path.name == "tl-media":
            # These come with libvips, without which tl goes on: nothing that has to be there.
            self.vips = next((name for name in others if name.startswith("libvips.")), None)
            others = [name for name in others if not OF_VIPS.match(name)]
        if others:
            fail(f"{path.name} needs {', '.join(others)} where it runs, so it is no program for a package; "
                 "Debian 12 has the archives that scripts/build takes instead")
        needs = text[text.find("Version needs section"):] if "Version needs section" in text else ""
        library = None
        for file, version in re.findall(r"File: (\S+)|Name: (GLIBC_\S+)", needs):
            library = file or library
            if not GLIBC.match(library) or not version:
                continue
            number = re.match(r"GLIBC_(\d+)\.(\d+)", version)
            if number:
                self.glibc = max(self.glibc, (int(number[1]), int(number[2])))
            if path.name != "tl-media":
                self.rpm.add(f"{library}({version})(64bit)")


def compressed(data, level=9):
    """As by gzip -n; Debian asks for level 9."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=level, fileobj=buffer, mtime=0) as file:
        file.write(data)
    return buffer.getvalue()


def third_party(names):
    """The licenses of all that the programs contain, from a file with the path of each; one that several share once."""
    texts = {}
    for path in names.read_text().splitlines():
        whose = re.sub(r".*/(checkouts|share/doc|share)/", "", path)
        texts.setdefault(pathlib.Path(path).read_bytes(), []).append(whose)
    if not texts:
        return b"The licenses of what the programs contain are missing: this is a package for trials.\n"
    parts = [b"tl contains parts of others. These are their licenses and notices, word for word.\n"]
    for text, owners in sorted(texts.items(), key=lambda item: item[1]):
        parts.append("\n".join(["", "=" * 70, *owners, "", ""]).encode() + text.rstrip() + b"\n")
    return b"".join(parts)


class Packages:
    def __init__(self, arguments):
        self.stage, self.folder, self.nfpm = arguments.stage, arguments.output, arguments.nfpm
        self.machine = os.uname().machine
        self.version = Version()
        self.needs = Needs(self.stage)
        told = output(str(self.stage / "bin/tl"), "--version")
        if told != self.version.plain:
            fail(f"the program says {told}, and Version.swift {self.version.plain}: it is not of this commit")
        self.license = (ROOT / "LICENSE").read_bytes()
        self.notice = (ROOT / "NOTICE").read_bytes()
        self.others = third_party(arguments.licenses)
        # Paths below the prefix, with the bytes and whether it is a program.
        self.staged = {}
        for path in sorted(self.stage.rglob("*")):
            if path.is_file():
                self.staged[path.relative_to(self.stage).as_posix()] = (path.read_bytes(), os.access(path, os.X_OK))
        self.folder.mkdir(parents=True, exist_ok=True)

    # The tarball, to be unpacked into any prefix.

    def tar(self):
        name = f"tl-{self.version.pip}-linux-{self.machine}"
        files = dict(self.staged)
        for file, data in ("LICENSE", self.license), ("NOTICE", self.notice), ("third-party.txt", self.others):
            files[f"share/doc/tl/{file}"] = (data, False)
        folders = {parent.as_posix() for file in files for parent in pathlib.PurePosixPath(name, file).parents} - {"."}
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
            for path in sorted(folders | {f"{name}/{file}" for file in files}):
                entry = tarfile.TarInfo(path)
                entry.mtime, entry.uname, entry.gname = self.version.time, "root", "root"
                if path in folders:
                    entry.type, entry.mode = tarfile.DIRTYPE, 0o755
                    archive.addfile(entry)
                else:
                    data, is_program = files[path[len(name) + 1:]]
                    entry.size, entry.mode = len(data), 0o755 if is_program else 0o644
                    archive.addfile(entry, io.BytesIO(data))
        return self.write(f"{name}.tar.gz", compressed(buffer.getvalue(), 6))

    # The wheel: programs for PATH go into scripts, everything else into data, both of which pip, pipx and uv put below
    # one prefix. So tl, which follows links to its own program, finds ../libexec and ../share there.

    def wheel(self):
        base = f"{WHEEL_NAME.replace('-', '_')}-{self.version.pip}"
        major, minor = self.needs.glibc.split(".")
        tag = f"py3-none-manylinux_{major}_{minor}_{self.machine}"
        files = {}
        for path, content in self.staged.items():
            kind = f"scripts/{path[4:]}" if path.startswith("bin/") else f"data/{path}"
            files[f"{base}.data/{kind}"] = content
        metadata = (f"Metadata-Version: 2.1\nName: {WHEEL_NAME}\nVersion: {self.version.pip}\n"
                    f"Summary: {SUMMARY[0].upper()}{SUMMARY[1:]}\nLicense: MIT\nKeywords: notes,markdown,timeline\n"
                    "Classifier: Environment :: Console\nClassifier: Operating System :: POSIX :: Linux\n"
                    f"Description-Content-Type: text/plain\n\n{DESCRIPTION}\n")
        wheel = f"Wheel-Version: 1.0\nGenerator: tl scripts/package\nRoot-Is-Purelib: false\nTag: {tag}\n"
        information = {"METADATA": metadata.encode(), "WHEEL": wheel.encode(), "LICENSE": self.license,
                       "NOTICE": self.notice, "third-party.txt": self.others}
        for file, data in information.items():
            files[f"{base}.dist-info/{file}"] = (data, False)
        rows = []
        for path, (data, _) in sorted(files.items()):
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            rows.append(f"{path},sha256={digest},{len(data)}\n")
        record = f"{base}.dist-info/RECORD"
        rows.append(f"{record},,\n")
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            # RECORD comes last, as the format advises.
            for path, (data, is_program) in sorted(files.items()) + [(record, ("".join(rows).encode(), False))]:
                entry = zipfile.ZipInfo(path, time.gmtime(self.version.time)[:6])
                entry.create_system = 3
                entry.external_attr = (0o100755 if is_program else 0o100644) << 16
                archive.writestr(entry, data, zipfile.ZIP_DEFLATED, 6)
        return self.write(f"{base}-{tag}.whl", buffer.getvalue())

    # The packages of nfpm.

    def deb(self):
        name = f"tl_{self.version.deb}_{self.architecture()}.deb"
        files = self.system_files()
        # Debian's zsh does not look into site-functions below /usr.
        files["usr/share/zsh/vendor-completions/_tl"] = files.pop("usr/share/zsh/site-functions/_tl")
        files["usr/share/doc/tl/copyright"] = (self.debian_copyright(), False)
        files["usr/share/doc/tl/changelog.gz"] = (compressed(self.debian_changelog()), False)
        overrides = (ROOT / "scripts/lib/lintian-overrides").read_bytes()
        files["usr/share/lintian/overrides/tl"] = (overrides, False)
        return self.pack("deb", name, self.version.deb, files, {
            "section": "utils",
            "priority": "optional",
            "depends": [f"libc6 (>= {self.needs.glibc})"],
            "recommends": ["ca-certificates", "tzdata"] + self.debian_vips(),
            "suggests": ["age", "git", "libnotify-bin", "openssh-client"],
            "deb": {"compression": "xz"},
        })

    def rpm(self):
        name = f"tl-{self.version.rpm}-1.{self.machine}.rpm"
        files = self.system_files()
        files["usr/share/licenses/tl/LICENSE"] = (self.license, False)
        files["usr/share/licenses/tl/NOTICE"] = (self.notice, False)
        # A library's name is the same in all distributions with rpm, a package's is not.
        recommended = [f"{self.needs.vips}()(64bit)"] if self.needs.vips else []
        return self.pack("rpm", name, self.version.rpm, files, {
            "release": "1",
            "license": "MIT",
            "depends": sorted(self.needs.rpm) + ["rtld(GNU_HASH)"],
            "recommends": ["ca-certificates", "tzdata"] + recommended,
            "suggests": ["age", "git-core", "libnotify", "openssh-clients"],
            # Otherwise it is the name of the machine.
            "rpm": {"compression": "zstd", "buildhost": "localhost", "group": "Applications/Productivity",
                    "summary": SUMMARY[0].upper() + SUMMARY[1:]},
        })

    def system_files(self):
        """The files below /, with the manual pages as distributions have them."""
        files = {}
        for path, (data, is_program) in self.staged.items():
            if path.startswith("share/man/"):
                path, data = f"{path}.gz", compressed(data)
            files[f"usr/{path}"] = (data, is_program)
        files["usr/share/doc/tl/third-party.txt.gz"] = (compressed(self.others), False)
        return files

    def debian_vips(self):
        """libvips42t64 is its name since the change of time_t to 64 bits: in Debian 13 and Ubuntu 24.04."""
        number = re.match(r"libvips\.so\.(\d+)$", self.needs.vips or "")
        return [f"libvips{number[1]}t64 | libvips{number[1]}"] if number else []

    def debian_copyright(self):
        def indented(text):
            return "".join(f" {line.rstrip() or '.'}\n" for line in text.splitlines())
        license_text = self.license.decode().split("\n\n", 2)
        return (
            "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
            "Upstream-Name: tl\n"
            f"Comment:\n{indented(self.notice.decode())} .\n"
            " The programs contain Swift's runtime and libraries of others. Their licenses, word for word, are in\n"
            " third-party.txt.gz beside this file.\n\n"
            f"Files: *\n{license_text[1].replace(' (c)', ':', 1)}\nLicense: Expat\n{indented(license_text[2])}").encode()

    def debian_changelog(self):
        date = email.utils.formatdate(self.version.time)
        what = "Release" if self.version.is_release else "Package of a commit between releases"
        return (f"tl ({self.version.deb}) unstable; urgency=medium\n\n  * {what}.\n    What has changed is in "
                f"CHANGELOG.md of the sources.\n\n -- {MAINTAINER}  {date}\n").encode()

    def architecture(self):
        return {"x86_64": "amd64", "aarch64": "arm64"}.get(self.machine) or fail(
            f"no name of Debian's is known for the machine {self.machine}")

    def pack(self, kind, name, version, files, more):
        """Has nfpm make a package of files that exist only in memory so far."""
        tree = self.folder / f".{kind}"
        contents = []
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.version.time))
        # Folders are entries too, so that they go with the package and have the same time each time. rpm keeps those of
        # the system itself out; dpkg shares every folder.
        folders = {parent.as_posix() for file in files for parent in pathlib.PurePosixPath(file).parents} - {"."}
        if kind == "rpm":
            folders -= {"usr", "usr/bin", "usr/libexec", "usr/share", "usr/share/doc", "usr/share/man",
                        "usr/share/man/man1"}
        for folder in sorted(folders):
            contents.append({"dst": f"/{folder}", "type": "dir", "file_info": self.owner(0o755, moment)})
        for path, (data, is_program) in sorted(files.items()):
            target = tree / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            contents.append({"src": str(target), "dst": f"/{path}",
                             "file_info": self.owner(0o755 if is_program else 0o644, moment)})
        settings = {
            "name": "tl", "arch": self.architecture(), "platform": "linux", "version": version,
            "version_schema": "none", "maintainer": MAINTAINER, "mtime": moment,
            "description": f"{SUMMARY}\n{DESCRIPTION}", "contents": contents, **more,
        }
        # YAML contains JSON.
        configuration = self.folder / f".{kind}.yaml"
        configuration.write_text(json.dumps(settings, indent=1))
        target = self.folder / name
        done = subprocess.run(
            [self.nfpm, "package", "--config", configuration, "--packager", kind, "--target", target],
            capture_output=True, text=True, env={**os.environ, "SOURCE_DATE_EPOCH": str(self.version.time)})
        if done.returncode != 0:
            fail(f"nfpm failed: {done.stdout}{done.stderr}")
        subprocess.run(["rm", "-rf", tree, configuration], check=True)
        return target

    @staticmethod
    def owner(mode, moment):
        return {"mode": mode, "owner": "root", "group": "root", "mtime": moment}

    def write(self, name, data):
        path = self.folder / name
        path.write_bytes(data)
        return path


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("stage", type=pathlib.Path)
    parser.add_argument("licenses", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("nfpm")
    parser.add_argument("kinds", nargs="+", choices=["tar", "deb", "rpm", "wheel"])
    arguments = parser.parse_args()
    packages = Packages(arguments)

    def make(kind):
        started = time.monotonic()
        path = getattr(packages, kind)()
        path.chmod(0o644)
        return path, time.monotonic() - started

    # Each compresses for most of a minute, on one core.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for kind, (path, seconds) in zip(arguments.kinds, pool.map(make, arguments.kinds)):
            print(path, flush=True)
            print(f"tl: {kind}: {path.stat().st_size / 1e6:.1f} MB in {seconds:.0f} s", file=sys.stderr)


main()
