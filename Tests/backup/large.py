"""A backup of gigabytes and a sparse file beyond 4 GiB: made, checked, read by another program, restored.

Called by scripts/soak with a number of gigabytes and the path of tl; takes three times the disk of that and 6 GB. Prints the
time and the most memory of each command.
"""

import os
import subprocess
import sys
import tempfile
import time

GIGABYTE = 1_000_000_000
LIMIT = 100_000  # KiB of memory


def run(*words, folder, is_told=False):
    """Runs a command to its end, and holds its memory against the limit."""
    start = time.monotonic()
    process = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, f"{words}: {status}"
    assert usage.ru_maxrss < LIMIT, f"{words}: {usage.ru_maxrss} KiB"
    if is_told:
        name = " ".join(["tl", *words[1:3]])
        print(f"{name}: {time.monotonic() - start:.0f} s, {usage.ru_maxrss / 1000:.0f} MB of memory at most")


def main():
    gigabytes, tl = int(sys.argv[1]), os.path.abspath(sys.argv[2])
    with tempfile.TemporaryDirectory(prefix="tl-backup-") as place:
        vault = os.path.join(place, "vault")
        os.environ.update(HOME=place, XDG_STATE_HOME=place + "/state")
        run(tl, "init", vault, folder=place)
        for number in range(gigabytes):
            with open(f"{vault}/{number}.mov", "wb") as film:
                for _ in range(GIGABYTE // 1_000_000):
                    film.write(os.urandom(1_000_000))
        with open(f"{vault}/sparse.bin", "wb") as sparse:
            sparse.seek(5 << 30)
            sparse.write(b"end")
        run(tl, "backup", "make", "../b.zip", folder=vault, is_told=True)
        run(tl, "backup", "check", "../b.zip", folder=vault, is_told=True)
        run(tl, "backup", "restore", "../b.zip", "../new", folder=vault, is_told=True)
        run("unzip", "-tqq", "b.zip", folder=place)
        for name in os.listdir(vault):
            if os.path.isfile(f"{vault}/{name}"):
                run("cmp", f"vault/{name}", f"new/{name}", folder=place)
        on_disk = 512 * os.stat(f"{place}/new/sparse.bin").st_blocks
        assert on_disk < 1 << 20, f"the sparse file takes {on_disk} bytes once it is restored"
    print(f"{gigabytes} GB and a sparse file came back, byte by byte and with its hole")


main()
