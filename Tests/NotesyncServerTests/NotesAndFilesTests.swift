import Foundation
import Notesync
import TestSupport
import Testing
import VaultFormat
import VaultStore

/// A phone and somebody who copies, moves, edits and deletes the server's own files.
@Suite("Notes and their files")
struct NotesAndFilesTests {
  @Test("each file is one note, a deletion removes no other's, and no text is lost")
  func histories() async throws {
    try await withSeed { (generator: inout SeededGenerator, seed) async throws in
      for number in 0..<12 {
        let own = SeededGenerator(seed: seed &+ UInt64(number) &* 7919)
        // With a clock far ahead, the stat data of files are believed.
        let clock = TestClock(number % 3 == 0 ? TestServer.start : 4_000_000_000)
        try await TestServer.run(clock: clock) { server in
          var generator = own
          var history = try await FileHistory(server)
          for _ in 0..<40 {
            let isSound = try await history.step(&generator)
            guard isSound else {
              Issue.record("history \(number): \(history.log.joined(separator: " "))")
              return
            }
          }
        }
        _ = generator.next()
      }
    }
  }
}

private struct FileHistory {
  private let server: TestServer
  private let phone: Phone
  private(set) var log: [String] = []
  /// What the phone has on its screen.
  private var screen: [String: String] = [:]
  /// Every text that was written, and not edited away or deleted by somebody who had it before their eyes.
  private var texts: Set<String> = []
  private var counter = 0

  init(_ server: TestServer) async throws {
    self.server = server
    phone = try await Phone(server)
  }

  /// - Returns: false where something is wrong, which the log ends with.
  mutating func step(_ generator: inout SeededGenerator) async throws -> Bool {
    server.clock.advance(Int64.random(in: 1...100, using: &generator))
    let id = screen.keys.sorted().randomElement(using: &generator)
    switch Int.random(in: 0...13, using: &generator) {
    case 0: try await writeByPhone("phone-\(counter)")
    case 1: if let id { try await writeByPhone(id) }
    case 2, 3, 4: if let id { return try await deleteByPhone(id) }
    case 5, 6: try copy(&generator)
    case 7: try edit(&generator)
    case 8: try deleteByHand(&generator)
    case 9: try move(&generator)
    case 10: try putBack(&generator)
    default: return try await list()
    }
    return isNothingLost
  }

  // MARK: - The phone

  private mutating func writeByPhone(_ id: String) async throws {
    let operation = Operation(note: id, text: newText(), created: stamp, updated: stamp)
    let old = screen[id]
    let outcome = try await phone.sync(operation).outcomes.first
    log.append("phone:\(old ?? "")>\(operation.text)\(outcome == "applied" ? "" : "!")")
    guard outcome == "applied" else { return }
    if let old { replace(old) }
    screen[id] = operation.text
  }

  /// Whether at most the file of that note went.
  private mutating func deleteByPhone(_ id: String) async throws -> Bool {
    let before = try fileTexts()
    let answer = try await phone.sync(Operation(type: "delete", note: id, updated: stamp))
    let text = answer.note(0)["text"] as? String ?? ""
    log.append("phone-\(text)\(answer.outcomes == ["applied"] ? "" : "!")")
    screen[id] = nil
    var left = before
    if let place = left.firstIndex(of: text) { left.remove(at: place) }
    let after = try fileTexts()
    if after != left, after != before { log.append("left: \(after)") }
    return (after == left || after == before) && isNothingLost
  }

  /// Whether notes and files are the same in number and texts.
  private mutating func list() async throws -> Bool {
    let notes = try await phone.notes().notes
    screen = Dictionary(
      notes.map { ($0["id"] as? String ?? "", $0["text"] as? String ?? "") },
      uniquingKeysWith: { $1 })
    log.append("phone?")
    let listed = notes.map { $0["text"] as? String ?? "" }.sorted()
    let files = try fileTexts()
    if listed != files { log.append("listed: \(listed), files: \(files)") }
    return listed == files && isNothingLost
  }

  // MARK: - Files

  private mutating func copy(_ generator: inout SeededGenerator) throws {
    guard let name = notes().randomElement(using: &generator) else { return }
    let target = newName(&generator)
    try server.folder.write(try server.folder.read(name), to: target)
    log.append("cp \(name) \(target)")
    if Bool.random(using: &generator) { try edit(target) }
  }

  private mutating func edit(_ generator: inout SeededGenerator) throws {
    guard let name = notes().randomElement(using: &generator) else { return }
    try edit(name)
  }

  private mutating func edit(_ name: String) throws {
    let (old, new) = (try text(of: name), newText())
    try server.folder.write(
      try server.folder.readText(name).replacing(old, with: new), to: name)
    replace(old)
    log.append("\(name):\(old)>\(new)")
  }

  private mutating func deleteByHand(_ generator: inout SeededGenerator) throws {
    guard let name = notes().randomElement(using: &generator) else { return }
    replace(try text(of: name))
    try server.folder.remove(name)
    log.append("rm \(name)")
  }

  private mutating func move(_ generator: inout SeededGenerator) throws {
    guard let name = notes().randomElement(using: &generator) else { return }
    try move(name, to: newName(&generator))
  }

  private mutating func putBack(_ generator: inout SeededGenerator) throws {
    let trashed = server.folder.contents().filter { $0.contains("/trash/") && $0.hasSuffix(".md") }
    guard let name = trashed.sorted().randomElement(using: &generator) else { return }
    try move(name, to: newName(&generator))
  }

  private mutating func move(_ name: String, to target: String) throws {
    try server.folder.move(name, to: target)
    log.append("mv \(name) \(target)")
  }

  /// Before or behind all others, as paths sort; a name may come again.
  private func newName(_ generator: inout SeededGenerator) -> String {
    let names = ["0a", "0b", "1c", "za", "zb", "zc", "zd"].map { "vault/\($0).md" }
      .filter { !server.folder.exists($0) }
    return names.randomElement(using: &generator) ?? "vault/z\(counter)-\(log.count).md"
  }

  private func notes() -> [String] {
    server.folder.contents()
      .filter { $0.hasPrefix("vault/") && !$0.contains("/.tl/") && $0.hasSuffix(".md") }.sorted()
  }

  private func text(of name: String) throws -> String {
    let lines = try server.folder.readText(name).components(separatedBy: "\n")
    return lines.last { $0.hasPrefix("text") } ?? ""
  }

  private func fileTexts() throws -> [String] { try notes().map(text).sorted() }

  // MARK: - Texts

  private var stamp: String { NoteTime(instant: server.clock.now, zone: .utc).rfc3339 }

  private mutating func newText() -> String {
    counter += 1
    texts.insert("text\(counter).")
    return "text\(counter)."
  }

  private mutating func replace(_ text: String) { texts.remove(text) }

  private var isNothingLost: Bool {
    let all = server.folder.contents().filter { $0.hasPrefix("vault/") }
      .map { (try? server.folder.readText($0)) ?? "" }.joined()
    return texts.allSatisfy { all.contains($0) }
  }
}
