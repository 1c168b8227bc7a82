import TestSupport
import Testing

@testable import Git
@testable import VaultSync

@Suite("Addresses of remotes")
struct RemoteAddressTests {
  private func kind(_ text: String) throws -> RemoteAddress.Kind {
    try RemoteAddress(text, relativeTo: "/vault/").kind
  }

  @Test(
    "one repository by two protocols",
    arguments: [
      ("https://host/ada/r.git", "ada@host:ada/r", true),
      ("https://host/a/r", "ssh://h@host/a/r.git", true),
      ("https://ada@Host/a/r", "https://host/a/r.git", true),
      ("https://[::1]:8443/r", "[::1]:r", true),
      ("https://host/a/r", "https://host:8443/a/r", false), ("https://host/a/r", "host:b/r", false),
      ("host:r", "ada@host:r", false), ("[host:22]:r", "[host:23]:r", false),
      ("/srv/r", "/srv/r.git", false),
      ("/srv/r", "file:///srv/r", true), ("http://host/r", "host:r", true),
      ("[fe80::1]:r", "[fe80::2]:r", false),
    ])
  func samePlace(first: String, second: String, expected: Bool) throws {
    let addresses = try [first, second].map { try RemoteAddress($0, relativeTo: "/vault/") }
    #expect(addresses[0].isSamePlace(as: addresses[1]) == expected)
    #expect(addresses[1].isSamePlace(as: addresses[0]) == expected)
  }

  private static let examples: [(String, RemoteAddress.Kind)] = [
    ("host:r.git", .ssh(user: nil, host: "host", port: nil, path: "r.git")),
    ("ada@host:/srv/r.git", .ssh(user: "ada", host: "host", port: nil, path: "/srv/r.git")),
    ("host:~ada/r", .ssh(user: nil, host: "host", port: nil, path: "~ada/r")),
    ("host:a:b", .ssh(user: nil, host: "host", port: nil, path: "a:b")),
    ("[::1]:r", .ssh(user: nil, host: "::1", port: nil, path: "r")),
    ("ada@[fe80::1%eth0]:/r", .ssh(user: "ada", host: "fe80::1%eth0", port: nil, path: "/r")),
    ("[host:2222]:r", .ssh(user: nil, host: "host", port: 2222, path: "r")),
    ("[ada@host:2222]:/r", .ssh(user: "ada", host: "host", port: 2222, path: "/r")),
    ("a@b@host:r", .ssh(user: "a@b", host: "host", port: nil, path: "r")),
    ("ssh://host/r", .ssh(user: nil, host: "host", port: nil, path: "/r")),
    ("ssh://ada@host:2222/~/r", .ssh(user: "ada", host: "host", port: 2222, path: "~/r")),
    ("SSH://[::1]:22/r", .ssh(user: nil, host: "::1", port: 22, path: "/r")),
    ("git+ssh://host:/r%20x", .ssh(user: nil, host: "host", port: nil, path: "/r x")),
    ("ssh://ada:pw@host/r", .ssh(user: "ada", host: "host", port: nil, path: "/r")),
    ("/srv/r.git", .file(path: "/srv/r.git")),
    ("../r.git", .file(path: "/vault/../r.git")),
    ("./a:b", .file(path: "/vault/./a:b")),
    ("-r", .file(path: "/vault/-r")),
    ("file:///srv/%C3%A9", .file(path: "/srv/é")),
    ("file://localhost/r", .file(path: "/r")),
    ("https://host/a/r.git", .http(isEncrypted: true, user: nil, host: "host", path: "a/r.git")),
    (
      "https://ada:pw@host:8443/r",
      .http(isEncrypted: true, user: "ada", host: "host:8443", path: "r")
    ),
    ("http://[::1]:80/r", .http(isEncrypted: false, user: nil, host: "[::1]:80", path: "r")),
    ("git://host/r", .git(host: "host")),
  ]

  @Test("forms are told apart as git does", arguments: examples)
  func forms(text: String, kind: RemoteAddress.Kind) throws {
    #expect(try self.kind(text) == kind)
  }

  private static let bad: [(String, AddressFault)] = [
    ("", .empty),
    ("host:a\nb", .controlCharacter),
    ("ssh://host/a%0Ab", .controlCharacter),
    ("ssh://host/a%00", .controlCharacter),
    ("-oProxyCommand=x:r", .looksLikeOption),
    ("ssh://-oProxyCommand=x/r", .looksLikeOption),
    ("ssh://%2DoProxyCommand=x/r", .looksLikeOption),
    ("ssh://-x@host/r", .looksLikeOption),
    ("ssh://[-oProxyCommand=x]/r", .looksLikeOption),
    ("[-x]:r", .looksLikeOption),
    ("host:-x", .looksLikeOption),
    ("https://-x/r", .looksLikeOption),
    ("git://-x/r", .looksLikeOption),
    ("`x`:r", .shellCharacter),
    ("ssh://$(x)/r", .shellCharacter),
    ("a;b@host:r", .shellCharacter),
    ("ssh://a%27b@host/r", .shellCharacter),
    ("host:", .incomplete),
    (":r", .incomplete),
    ("@host:r", .incomplete),
    ("ssh://host", .incomplete),
    ("ssh:///r", .incomplete),
    ("ssh://host:x/r", .incomplete),
    ("ssh://host:99999/r", .incomplete),
    ("ssh://[::1/r", .incomplete),
    ("[::1:r", .incomplete),
    ("file://other/r", .incomplete),
    ("ext::sh -c touch% x", .unknownScheme("ext::")),
    ("ftp://host/r", .unknownScheme("ftp://")),
    ("ext::", .unknownScheme("ext::")),
    ("fd::17", .unknownScheme("fd::")),
  ]

  @Test("what could run something, and what leads nowhere, is refused", arguments: bad)
  func refused(text: String, fault: AddressFault) {
    let error = transportError { () throws(TransportError) in
      try RemoteAddress(text, relativeTo: "/vault")
    }
    guard case .refusedAddress(_, fault) = error else {
      Issue.record("\(text): \(error as Any)")
      return
    }
  }

  @Test("a password is not shown, wherever it stands")
  func publicText() throws {
    for (text, shown) in [
      ("https://ada:pw@host/r", "https://ada@host/r"), ("https://ada@host/a:b@c", nil),
      ("ssh://ada:p:w@host:22/r", "ssh://ada@host:22/r"), ("ada@host:r", nil), ("/r@x:y/z", nil),
    ] {
      #expect(try RemoteAddress(text, relativeTo: "/").publicText == shown ?? text)
    }
  }

  @Test("bytes in any order are an address or refused, and never a trap")
  func anyBytes() throws {
    try withSeed { generator, _ in
      let alphabet = Array("ab:/@[]%-~.+ 0129é\u{1}shtpfileext".unicodeScalars)
      for _ in 0..<3000 {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<24, using: &generator) {
          text.append(alphabet.randomElement(using: &generator) ?? "a")
        }
        for prefix in ["", "ssh://", "https://", "file://"] {
          guard let address = try? RemoteAddress(prefix + String(text), relativeTo: "/v") else {
            continue
          }
          if case .ssh(let user, let host, _, let path) = address.kind {
            #expect(!host.hasPrefix("-") && !path.hasPrefix("-"))
            #expect(user?.hasPrefix("-") != true)
          }
        }
      }
    }
  }
}
