"""Keeps what is posted to /api/notesync, and passes every request on to the server behind it.

    record-requests.py ADDRESS FOLDER    prints the address that it listens on; bodies are FOLDER/0001, 0002 …
"""

import http.client
import http.server
import pathlib
import sys
import urllib.parse

server = urllib.parse.urlsplit(sys.argv[1])
folder = pathlib.Path(sys.argv[2])


class Recorder(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def pass_on(self):
        body = self.body()
        if self.path == "/api/notesync":
            count = len(list(folder.iterdir())) + 1
            (folder / f"{count:04}").write_bytes(body)
        headers = {
            name: value
            for name, value in self.headers.items()
            if name.lower() not in ("host", "transfer-encoding", "content-length", "connection")
        }
        connection = http.client.HTTPConnection(server.hostname, server.port)
        connection.request(self.command, self.path, body or None, headers)
        answer = connection.getresponse()
        text = answer.read()
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.headers.get("Content-Type", "application/json"))
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = pass_on

    def body(self):
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        pieces = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            pieces.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(pieces)

    def log_message(self, *words):
        pass


listener = http.server.HTTPServer(("127.0.0.1", 0), Recorder)
print(f"http://127.0.0.1:{listener.server_port}", flush=True)
listener.serve_forever()
