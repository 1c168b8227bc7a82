import SystemCalls
import Testing

@testable import Git
@testable import VaultSync

@Suite("What servers and programs say")
struct ServerWordsTests {
  @Test("progress is left out of what a server says, other lines stay")
  func messages() {
    var messages = ServerMessages()
    for part in [
      "Resolving deltas:  50% (1/2)\rResolving deltas: 100% (2/2), done.\nnot ", "today\n",
      "100 % sure\nlast",
    ] { messages.append(part.utf8) }
    #expect(messages.text == "not today\n100 % sure\nlast")
  }

  @Test("what is kept has a limit")
  func limit() {
    var messages = ServerMessages()
    messages.append(repeatElement(UInt8(ascii: "x"), count: 100_000))
    #expect(messages.text.utf8.count <= TextTail.limit)
    var tail = TextTail()
    for number in 0..<2000 { tail.append("\(number)\n".utf8) }
    #expect(tail.text.utf8.count < TextTail.limit && tail.text.hasSuffix("1999"))
  }

  @Test("how far git is can be read from what it prints")
  func progress() {
    var reader = ProgressReader()
    reader.append("remote: Counting objects: 100% (3/3), done.\n".utf8)
    #expect(reader.state == TransferProgress(.connecting))
    reader.append("Receiving objects:  45% (450/1000), 1.50 MiB | 2.00 MiB/s\r".utf8)
    #expect(reader.state == TransferProgress(.receiving, done: 450, total: 1000))
    reader.append("Resolving deltas:   5% (1/20)\r".utf8)
    #expect(reader.state == TransferProgress(.resolving, done: 1, total: 20))
    reader.append("Uploading LFS objects:  50% (1/2), 50 MB | 7.2 MB/s      \r".utf8)
    #expect(reader.state == TransferProgress(.sending, done: 1, total: 2))
    reader.append("Writing objects: 9% (99999999999999999999/2), 1e999 MiB\r".utf8)
    #expect(reader.state.total == 2)
  }

  private static let endings: [(String, Int32, String)] = [
    ("ada@host: Permission denied (publickey).", 255, "authentication"),
    ("ssh: Could not resolve hostname x: Name or service not known", 255, "unreachable"),
    ("ssh: connect to host x port 22: Connection timed out", 255, "unreachable"),
    ("Host key verification failed.", 255, "unknownHost"),
    ("ERROR: Repository not found.", 1, "notARepository"),
    ("fatal: 'x' does not appear to be a git repository", 128, "notARepository"),
    ("bash: line 1: git-upload-pack: command not found", 127, "programMissing"),
    ("fatal: Authentication failed for 'https://host/'", 128, "authentication"),
    ("server certificate verification failed. CAfile: none", 128, "encryption"),
    ("fatal: repository 'http://host/x/' not found", 128, "notARepository"),
    ("", 255, "unreachable"),
  ]

  @Test("last words are understood", arguments: endings)
  func diagnosis(output: String, status: Int32, kind: String) throws {
    let address = try RemoteAddress("host:r", relativeTo: "/")
    let error = ChildDiagnosis(output: output, status: status, address: address).error
    #expect(error.kind == kind)
  }

  @Test("settings that libgit2 does not know are for the git program")
  func settings() {
    func needs(_ key: String, _ environment: [String: String] = [:]) -> Bool {
      HTTPSettings([(key: key, value: "x")], environment: environment).needsGit
    }
    #expect(needs("sslcainfo") && needs("extraheader"))
    #expect(!needs("postbuffer") && !needs("proxy"))
    #expect(needs("postbuffer", ["GIT_SSL_NO_VERIFY": "1"]))
    #expect(needs("postbuffer", ["https_proxy": "socks5://host"]))
    #expect(
      HTTPSettings([(key: "proxy", value: "http://p")], environment: [:]).usesProxy)
    #expect(HTTPSettings([], ownProxy: "http://p", environment: [:]).usesProxy)
    #expect(!HTTPSettings([], ownProxy: "", environment: [:]).usesProxy)
  }
}
