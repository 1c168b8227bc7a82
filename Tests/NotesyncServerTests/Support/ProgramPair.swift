import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

/// A vault that is pushed, the vault of a server, and both programs.
final class ProgramPair {
  let folder: TemporaryFolder
  let program: String
  private var server: Program?
  private var port = 0
  private var edits = 0

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    program = try #require(builtProgram("tl-net"))
    for name in ["client", "server"] {
      try run(["init", folder.path(name)])
    }
    // A vault is the same one by whatever path it is named.
    try run(["--vault", "server", "notesync", "user", "add", "ada"], stdin: "a password\n")
  }

  func end() { server?.kill() }

  var environment: [String: String] {
    [
      "HOME": folder.path("home"), "PATH": "/usr/bin:/bin", "TZ": "UTC", "LC_ALL": "C.UTF-8",
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
    ]
  }

  private func run(_ arguments: [String], stdin: String = "") throws {
    let output = try runProgram(
      program, arguments, in: folder.path, stdin: Array(stdin.utf8), environment: environment)
    guard output.status == 0 else {
      throw CommandFailure(description: "\(arguments): \(output.stderrText)")
    }
  }

  private func begin(_ arguments: [String]) throws -> Program {
    let log = folder.path("log")
    return try Program(program, arguments, log: log, environment)
  }

  /// The port that the first start got is asked for by the others.
  func start() throws {
    let started = try begin([
      "--vault", folder.path("server"), "notesync", "serve", "--listen", "127.0.0.1:\(port)",
    ])
    server = started
    for _ in 0..<3_000 {
      let words = started.output
      if let range = words.range(of: "http://127.0.0.1:"),
        let found = Int(words[range.upperBound...].prefix { $0.isNumber }),
        words[range.upperBound...].contains("\n")
      {
        port = found
        return
      }
      usleep(10_000)
    }
    throw CommandFailure(description: "the server did not start: \(started.output)")
  }

  func killServer() {
    server?.kill()
    server?.wait()
  }

  func signIn() throws {
    let keys = folder.contents().filter { $0.hasSuffix("/api-key") }
    let key = try folder.readText(try #require(keys.first))
    try run(
      [
        "--vault", "./client/.", "notesync", "login", "http://127.0.0.1:\(port)", "--user", "ada",
      ], stdin: key.split(separator: "\n")[0] + "\na password\n")
  }

  /// In microseconds; what moment to kill at, no more: all has to hold for any.
  func pushDuration(_ generator: inout SeededGenerator) throws -> UInt32 {
    try work(0, &generator)
    let start = ContinuousClock.now
    try push().wait()
    return UInt32((ContinuousClock.now - start) / .microseconds(1))
  }

  /// What interrupted writes left in a vault goes to its trash.
  func putLeftoversAway(in vault: String) throws {
    try run(["--vault", vault, "doctor", "--fix"])
  }

  func push() throws -> Program {
    try begin(["--vault", folder.path("client"), "notesync", "push"])
  }

  /// One to three notes are new, edited, or get a picture.
  func work(_ round: Int, _ generator: inout SeededGenerator) throws {
    for number in 0..<Int.random(in: 1...3, using: &generator) {
      edits += 1
      let names = folder.contents().filter { $0.hasPrefix("client/n") && $0.hasSuffix(".md") }
      let kind = Int.random(in: 0..<4, using: &generator)
      if kind < 2 || names.isEmpty {
        let name = "client/n\(round)-\(number).md"
        let id = "id: 00000000-0000-4000-8000-\(String(1_000_000_000_000 + edits).dropFirst())"
        try folder.write("---\n\(id)\n---\n\ntext \(edits)\n", to: name)
      } else if let name = names.randomElement(using: &generator) {
        if kind == 2 {
          try folder.write(try folder.readText(name) + "edit \(edits)\n", to: name)
        } else {
          try folder.write(
            Array("picture \(edits)".utf8), to: name.dropLast(2) + "media/\(edits).jpg")
        }
      }
    }
  }

  /// Text and media of every note, by id; several where an id is there more than once.
  func contents(of name: String) throws -> [String: [String]] {
    var contents: [String: [String]] = [:]
    for path in folder.contents() where path.hasPrefix("\(name)/") && path.hasSuffix(".md") {
      guard !path.hasPrefix("\(name)/.tl") else { continue }
      let document = NoteDocument(try folder.read(path))
      let id = NoteMetadata(of: document, zone: .utc).id?.text ?? "none"
      let media = folder.contents().filter { $0.hasPrefix(path.dropLast(2) + "media/") }
      let pictures = try media.map { try folder.readText($0) }.sorted()
      contents[id, default: []].append(
        ([WireText.of(document) ?? "?"] + pictures).joined(separator: "|"))
    }
    return contents
  }
}
