import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

/// `tl notesync push` and `tl notesync serve` as programs of their own, ended by SIGKILL at any moment.
///
/// `TL_NOTESYNC_PUSHES` is how many pushes there are: 40 unless given, 200 for a soak.
@Suite("Programs that are killed")
struct KilledProgramsTests {
  @Test("whichever is killed whenever, everything is there exactly once at the end")
  func pushes() throws {
    let asked = ProcessInfo.processInfo.environment["TL_NOTESYNC_PUSHES"].flatMap { Int($0) }
    try withSeed { generator, _ in
      let pair = try ProgramPair()
      defer { pair.end() }
      try pair.start()
      try pair.signIn()
      let duration = try pair.pushDuration(&generator)
      for round in 1...(asked ?? 40) {
        try pair.work(round, &generator)
        let push = try pair.push()
        usleep(.random(in: 0...duration, using: &generator))
        let victim = Int.random(in: 0..<4, using: &generator)
        if victim < 2 { push.kill() }
        if victim == 1 || victim == 2 {
          pair.killServer()
          push.wait()
          try pair.start()
        }
        push.wait()
      }
      let last = try pair.push()
      last.wait()
      #expect(last.status == 0, "\(last.output)")
      #expect(try pair.contents(of: "server") == pair.contents(of: "client"))
      let left = pair.folder.contents().filter { $0.contains(".tl-tmp-") }
      #expect(left == [])
      let again = try pair.push()
      again.wait()
      #expect(again.output.contains("nothing to send"), "\(again.output)")
    }
  }

  @Test("a file too large for a request waits and says what lets it through")
  func largeFile() throws {
    let pair = try ProgramPair()
    defer { pair.end() }
    try pair.start()
    try pair.signIn()
    try pair.folder.write("---\nid: a\n---\n\ntext\n", to: "client/a.md")
    let picture = [UInt8](repeating: 7, count: 9_000_000)
    try pair.folder.write(picture, to: "client/a.media/x.jpg")
    func push() throws -> Program {
      let push = try pair.push()
      push.wait()
      return push
    }
    let first = try push()
    #expect(first.status == 2)
    #expect(first.output.contains("notesync_request: 50 MiB"), "\(first.output)")
    let settings = "home/.config/tl/config.yaml"
    try pair.folder.write("notesync_request: 90 MiB\n", to: settings)
    let refused = try push()
    #expect(refused.status == 64 && refused.output.contains("from 1 MiB to 50 MiB"))
    try pair.folder.write("notesync_request: 50 MiB\n", to: settings)
    #expect(try push().status == 0)
    let arrived = pair.folder.contents().filter { $0.hasPrefix("server/") && $0.hasSuffix(".jpg") }
    #expect(try arrived.map { try pair.folder.read($0) } == [picture])
  }
}

/// A vault that is pushed, the vault of a server, and both programs.
private final class ProgramPair {
  let folder: TemporaryFolder
  private let program: String
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

  private var environment: [String: String] {
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

/// A program that runs beside the test.
private final class Program {
  private let process = Process()
  private let log: String

  init(
    _ program: String, _ arguments: [String], log: String, _ environment: [String: String]
  ) throws {
    self.log = "\(log)-\(UUID().uuidString)"
    _ = FileManager.default.createFile(atPath: self.log, contents: nil)
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: self.log)
    process.standardError = process.standardOutput
    try process.run()
  }

  var output: String {
    String(decoding: (try? Data(contentsOf: URL(fileURLWithPath: log))) ?? Data(), as: UTF8.self)
  }
  var status: Int32 { process.terminationStatus }

  func kill() { _ = Foundation.kill(process.processIdentifier, SIGKILL) }
  func wait() { process.waitUntilExit() }
}
