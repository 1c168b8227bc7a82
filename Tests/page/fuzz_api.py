"""Sends the API v1 of `tl serve` what its own description allows and what it does not, and looks for answers that it
does not describe; run by `scripts/soak api`.

    fuzz_api.py MINUTES [SEED]

Works on a copy of example-vault. After each round of schemathesis the server has to live, and `tl doctor` to find no
error in the vault. Ends with 1 if anything was found; the words of schemathesis say how to repeat it.
"""

import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

from serving import ROOT, Server, program

#: What is wrong whatever the request was. A request without a token is answered with 421 at this address.
CHECKS = ",".join([
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance"])


def errors(server):
    """What `tl doctor` calls an error; notes that strangers write may well have warnings."""
    done = subprocess.run(
        [program(), "--vault", server.vault.folder, "doctor", "--json"], env=server.environment(),
        stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return [one for one in json.loads(done.stdout) if one["severity"] == "error"]


def main():
    minutes = float(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 31)
    tester = Path(sys.executable).parent / "st"
    end = time.monotonic() + 60 * minutes
    rounds, failures = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        vault = SimpleNamespace(folder=Path(folder) / "vault")
        shutil.copytree(ROOT / "example-vault", vault.folder)
        server = Server(vault, folder)
        token = server.run("serve", "token", "add", "fuzz").split()[-1]
        while time.monotonic() < end:
            address = f"http://127.0.0.1:{server.port}"
            done = subprocess.run(
                [tester, "run", f"{address}/api/v1/openapi.json", "--header", f"Authorization: Bearer {token}",
                 "--checks", CHECKS, "--seed", str(seed + rounds), "--max-examples", "50", "--continue-on-failure",
                 "--no-color"],
                cwd=folder, capture_output=True, text=True)
            if done.returncode:
                failures += 1
                print(f"seed {seed + rounds}:\n{done.stdout[-20_000:]}{done.stderr[-2000:]}", flush=True)
            assert server.process.poll() is None, "the server has ended"
            if damage := errors(server):
                failures += 1
                print(f"seed {seed + rounds}: tl doctor finds {damage}", flush=True)
            rounds += 1
        server.stop()
    print(f"{rounds} rounds from seed {seed}, {failures} with findings")
    sys.exit(1 if failures or not rounds else 0)


if __name__ == "__main__":
    main()
