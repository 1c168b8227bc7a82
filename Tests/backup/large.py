"""A backup of gigabytes and a sparse file beyond 4 GiB: made, checked, read by another program, restored.

Called by scripts/soak with a number of gigabytes and the path of tl; takes three times the disk of that and 15 GB.
"""

import os
import resource
import subprocess
import sys
import tempfile

GIGABYTE = 1_000_000_000
LIMIT = 100_000  # KiB of memory


def run(*words, folder):
    """Runs a command to its end, and holds its memory against the limit."""
    subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert most < LIMIT, f"{words}: {most} KiB"


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
        run(tl, "backup", "make", "../b.zip", folder=vault)
        run(tl, "backup", "check", "../b.zip", folder=vault)
        run(tl, "backup", "restore", "../b.zip", "../new", folder=vault)
        run("unzip", "-tqq", "b.zip", folder=place)
        for name in os.listdir(vault):
            if os.path.isfile(f"{vault}/{name}"):
                run("cmp", f"vault/{name}", f"new/{name}", folder=place)
    print(f"{gigabytes} GB and a sparse file came back, in less than {LIMIT // 1000} MB of memory")


main()
