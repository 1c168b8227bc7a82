import Foundation
import Notesync
import TestSupport
import Testing
import VaultFormat
import VaultStore

/// Two laptops and a phone on one server, while somebody edits the server's own files.
@Suite("Histories with a server", .serialized)
struct ServerHistoryTests {
  /// So many in each run; `make soak` asks for more.
  private static let count =
    ProcessInfo.processInfo.environment["TL_SERVER_HISTORIES"].flatMap { Int($0) } ?? 5

  @Test("whatever four of them do, no text is lost and all vaults end equal")
  func histories() async throws {
    try await withSeed { (generator: inout SeededGenerator, seed) async throws in
      for number in 0..<Self.count {
        let own = SeededGenerator(seed: seed &+ UInt64(number) &* 7919)
        try await TestServer.run { server in
          var generator = own
          var history = try await ServerHistory(server)
          for _ in 0..<Int.random(in: 10...30, using: &generator) {
            try await history.step(&generator)
          }
          try await history.settle()
          let log = history.log.joined(separator: " ")
          #expect(history.lostTexts() == [], "history \(number): \(log)")
          let contents = try history.laptops.map { try $0.contents() }
          #expect(contents[0] == contents[1], "history \(number): \(log)")
          #expect(try contents[0] == history.serverContents(), "history \(number): \(log)")
          for laptop in history.laptops { await laptop.close() }
        }
        _ = generator.next()
      }
    }
  }
}

private struct ServerHistory {
  let server: TestServer
  let laptops: [Laptop]
  private let phone: Phone
  var log: [String] = []
  /// What the phone has on its screen.
  private var screen: [String: String] = [:]
  /// Every text that was ever written, and not edited away or deleted by whoever had it before their eyes.
  private var texts: Set<String> = []
  private var counter = 0

  init(_ server: TestServer) async throws {
    self.server = server
    laptops = [try await Laptop(server, 1), try await Laptop(server, 2)]
    phone = try await Phone(server)
  }

  private mutating func newText() -> String {
    counter += 1
    texts.insert("text\(counter).")
    return "text\(counter)."
  }

  private var stamp: String { NoteTime(instant: server.clock.now, zone: .utc).rfc3339 }

  mutating func step(_ generator: inout SeededGenerator) async throws {
    server.clock.advance(Int64.random(in: 1...100, using: &generator))
    let index = Int.random(in: 0...1, using: &generator)
    switch Int.random(in: 0...13, using: &generator) {
    case 0, 1: try add(in: laptops[index].folder.path, "\(index)", &generator)
    case 2, 3: try change(in: laptops[index].folder.path, "\(index)", &generator)
    case 4: try delete(in: laptops[index].folder, "\(index)", &generator)
    case 5: try add(in: serverVault, "s", &generator)
    case 6, 7: try change(in: serverVault, "s", &generator)
    case 8: try await writeByPhone(nil)
    case 9, 10: try await writeByPhone(screen.keys.sorted().randomElement(using: &generator))
    case 11:
      let notes = try await phone.notes().notes
      screen = Dictionary(
        notes.map { ($0["id"] as? String ?? "", $0["text"] as? String ?? "") },
        uniquingKeysWith: { $1 })
      log.append("phone?")
    default: try await sync(index)
    }
  }

  // MARK: - Files

  private var serverVault: String { server.folder.path("vault") }

  private func notes(in folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".md") && !$0.hasPrefix(".tl/") }.sorted()
  }

  private mutating func add(
    in folder: String, _ who: String, _ generator: inout SeededGenerator
  ) throws {
    let text = newText()
    let name = "\(folder)/n\(counter)-\(who)"
    let head = "created: \(stamp)\nupdated: \(stamp)\ntags: [c, a, b]\n"
    try Data("---\n\(head)---\n\n\(text)\n".utf8).writeAlone(to: name + ".md")
    if Bool.random(using: &generator) {
      try FileManager.default.createDirectory(
        atPath: name + ".media", withIntermediateDirectories: true)
      try Data(Photo.jpeg(UInt8(truncatingIfNeeded: counter))).write(
        to: URL(fileURLWithPath: name + ".media/p.jpg"))
    }
    log.append("\(who)+\(text)")
  }

  /// As an editor does it that knows nothing of stamps, or as tl does.
  private mutating func change(
    in folder: String, _ who: String, _ generator: inout SeededGenerator
  ) throws {
    guard let name = notes(in: folder).randomElement(using: &generator) else { return }
    let url = URL(fileURLWithPath: "\(folder)/\(name)")
    var lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    guard let place = lines.lastIndex(where: { $0.hasPrefix("text") }) else { return }
    let (old, new) = (lines[place], newText())
    lines[place] = new
    if counter % 2 == 0, let place = lines.firstIndex(where: { $0.hasPrefix("updated:") }) {
      lines[place] = "updated: \(stamp)"
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: url)
    texts.remove(old)
    log.append("\(who)\(old)>\(new)")
  }

  private mutating func delete(
    in folder: TemporaryFolder, _ who: String, _ generator: inout SeededGenerator
  ) throws {
    guard let name = notes(in: folder.path).randomElement(using: &generator) else { return }
    let text = try folder.readText(name).components(separatedBy: "\n")
      .last { $0.hasPrefix("text") }
    try folder.remove(name)
    texts.remove(text ?? "")
    log.append("\(who)-\(text ?? name)")
  }

  // MARK: - The phone and the network

  private mutating func writeByPhone(_ id: String?) async throws {
    let old = id.flatMap { screen[$0] }
    let text = newText()
    var operation = Operation(note: id ?? "phone-\(counter)", text: text)
    operation.created = stamp
    operation.updated = stamp
    operation.media =
      id == nil ? [Photo(bytes: Photo.jpeg(UInt8(truncatingIfNeeded: counter)))] : []
    let outcome = try await phone.sync(operation).outcomes.first
    log.append("phone\(old ?? "")>\(text)\(outcome == "applied" ? "" : "!")")
    if outcome == "applied" {
      old.map { _ = texts.remove($0) }
      screen[operation.note] = text
    } else {
      // The phone still has it; the server told it what counts.
      texts.remove(text)
    }
  }

  private mutating func sync(_ index: Int) async throws {
    log.append("\(index)sync")
    _ = try await laptops[index].client.sync(allowsDeletions: true)
  }

  mutating func settle() async throws {
    for _ in 0..<4 {
      server.clock.advance(10)
      for index in 0...1 { try await sync(index) }
    }
  }

  func serverContents() throws -> [String: String] {
    try Laptop.contents(of: Vault(opening: serverVault))
  }

  /// Texts that nobody deleted or replaced and that are nowhere, the server's trash included.
  func lostTexts() -> [String] {
    var all = ""
    for folder in laptops.map(\.folder.path) + [serverVault] {
      for name in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String })
        ?? []
      {
        let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)")
        all += bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
      }
    }
    return texts.filter { !all.contains($0) }.sorted()
  }
}
