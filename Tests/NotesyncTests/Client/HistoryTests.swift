import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

/// Two vaults on one server, and a phone that writes there too, changed and synced in any order; their clocks differ.
@Suite("Histories")
struct HistoryTests {
  /// So many in each run; `make soak` asks for more.
  private static let count =
    ProcessInfo.processInfo.environment["TL_HISTORIES"].flatMap { Int($0) } ?? 25

  @Test(
    "after any edits, deletions, lost answers and syncs, no text or tag is lost and both vaults end equal"
  )
  func histories() async throws {
    try await withSeed { (generator: inout SeededGenerator, seed) async throws in
      for number in 0..<Self.count {
        var own = SeededGenerator(seed: seed &+ UInt64(number) &* 7919)
        var history = try History(&own)
        for _ in 0..<Int.random(in: 5...25, using: &own) { try await history.step(&own) }
        try await history.settle()
        let log = history.log.joined(separator: " ")
        #expect(history.lostTexts() == [], "history \(number): \(log)")
        #expect(try history.lostTags() == [], "history \(number): \(log)")
        // A vault that forgot what it knew keeps what was deleted elsewhere.
        if history.forgets { continue }
        #expect(
          try history.devices[0].contents() == history.devices[1].contents(),
          "history \(number): \(log)")
      }
    }
  }
}

private struct History {
  let server: FakeServer
  let devices: [Device]
  let clock = TestClock()
  /// Whether there are resyncs in it.
  let forgets: Bool
  var log: [String] = []
  /// Every text that was ever written and not edited away or deleted by whoever had it before their eyes.
  private var texts: Set<String> = []
  /// Every tag that was ever set and not deleted with its note.
  private var tags: Set<String> = []
  /// What was deleted last on each device.
  private var wastebasket: [Int: (path: String, bytes: [UInt8])] = [:]
  private var counter = 0

  init(_ generator: inout SeededGenerator) throws {
    forgets = Int.random(in: 0..<5, using: &generator) == 0
    server = try FakeServer()
    server.with { $0.scriptsEverything = true }
    let clock = clock
    let server = server
    devices = try (0..<2).map {
      try Device(
        server, clock: clock, seed: generator.next() &+ UInt64($0),
        isFastBy: Int64.random(in: -3_600...3_600, using: &generator))
    }
    // As of an account with many photos.
    if Bool.random(using: &generator) {
      for device in devices { device.settings.lightListSize = -1 }
    }
  }

  private mutating func newText() -> String {
    counter += 1
    let text = "text\(counter)."
    texts.insert(text)
    return text
  }

  mutating func step(_ generator: inout SeededGenerator) async throws {
    clock.advance(Int64.random(in: 0...100, using: &generator))
    let index = Int.random(in: 0...1, using: &generator)
    let device = devices[index]
    let paths = try device.files().keys.filter { $0.hasSuffix(".md") }.sorted()
    switch Int.random(in: 0...(forgets ? 18 : 17), using: &generator) {
    case 14, 15:
      guard let path = paths.randomElement(using: &generator) else { return }
      try tag(path, on: device, index)
    case 16:
      guard let path = paths.randomElement(using: &generator) else { return }
      counter += 1
      try device.folder.move(path, to: "moved\(counter).md")
      log.append("\(index)mv\(path)")
    case 17: try putBack(on: device, index)
    case 18:
      log.append("\(index)resync")
      _ = try device.client.resync()
    case 12: addByPhone()
    case 13: editByPhone(&generator)
    case 0...2:
      let text = newText()
      try device.write("n\(counter)-\(index).md", text, updated: stamp(of: device))
      log.append("\(index)+\(text)")
    case 3...5:
      guard let path = paths.randomElement(using: &generator) else { return }
      try edit(path, on: device, index)
    case 6:
      guard let path = paths.randomElement(using: &generator) else { return }
      try delete(path, on: device, index)
    case 7:
      server.with { $0.script = [.lostAnswer] }
      log.append("lost")
      try await sync(index)
    case 8:
      server.with { $0.script = Array(repeating: .lostAnswer, count: 4) }
      log.append("crash")
      try await sync(index)
      server.with { $0.script = [] }
    case 9:
      log.append("\(index)push")
      _ = try? await device.client.push(allowsDeletions: true)
    default: try await sync(index)
    }
  }

  private func stamp(of device: Device) -> String { WireTime(seconds: device.now()).text }

  /// The phone's clock is right, and it has microseconds.
  private var phoneTime: WireTime { WireTime(microseconds: clock.now() * 1_000_000 + 123_456) }

  private mutating func addByPhone() {
    let (text, time) = (newText(), phoneTime)
    let note = WireNote(
      id: "phone-\(counter)", text: text, tags: ["b", "a", "c"], createdAt: time, updatedAt: time)
    server.with { $0.notes[note.noteID] = note }
    log.append("phone+\(text)")
  }

  /// As the protocol has it: an edit that is not later is none.
  private mutating func editByPhone(_ generator: inout SeededGenerator) {
    let live = server.with { state in
      state.notes.values.filter { $0.deletedAt == nil && $0.text.hasPrefix("text") }.sorted {
        $0.id < $1.id
      }
    }
    let time = phoneTime
    guard var note = live.randomElement(using: &generator), time > note.updatedAt else { return }
    let old = note.text
    note.text = newText()
    note.updatedAt = time
    texts.remove(old)
    log.append("phone\(old)>\(note.text)")
    server.with { [note] in $0.notes[note.noteID] = note }
  }

  private func text(of path: String, on device: Device) throws -> String {
    let words = try device.folder.readText(path).split(separator: "\n").last ?? ""
    return String(words)
  }

  private mutating func edit(_ path: String, on device: Device, _ index: Int) throws {
    let old = try text(of: path, on: device)
    let new = newText()
    let file = try device.folder.readText(path)
    // As an editor does it that knows nothing of stamps, or as tl does.
    var lines = file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if counter % 2 == 0, let place = lines.firstIndex(where: { $0.hasPrefix("updated:") }) {
      lines[place] = "updated: \(stamp(of: device))"
    }
    let replaced = lines.map { $0 == old ? new : $0 }.joined(separator: "\n")
    try device.folder.write(replaced, to: path)
    texts.remove(old)
    log.append("\(index)\(old)>\(new)")
  }

  private mutating func delete(_ path: String, on device: Device, _ index: Int) throws {
    let (old, bytes) = (try text(of: path, on: device), try device.folder.read(path))
    let metadata = NoteMetadata(of: NoteDocument(bytes), zone: .utc)
    let theirs = tags.intersection(metadata.tags.map(\.text))
    try device.folder.remove(path)
    wastebasket[index] = (path, bytes)
    texts.remove(old)
    tags.subtract(theirs)
    log.append("\(index)-\(old)")
  }

  /// From a backup or another trash, whether the deletion was sent meanwhile or not.
  private mutating func putBack(on device: Device, _ index: Int) throws {
    guard let (path, bytes) = wastebasket.removeValue(forKey: index), !device.folder.exists(path)
    else { return }
    try device.folder.write(bytes, to: path)
    log.append("\(index)back\(path)")
  }

  private mutating func tag(_ path: String, on device: Device, _ index: Int) throws {
    counter += 1
    let name = "tag\(counter)"
    guard let tag = Tag(name) else { return }
    let document = try NoteDocument(device.folder.read(path)).addingTags([tag])
    try device.folder.write(document.bytes, to: path)
    tags.insert(name)
    log.append("\(index)\(try text(of: path, on: device))#\(name)")
  }

  /// - Returns: the notes that were not sent.
  @discardableResult
  private mutating func sync(_ index: Int) async throws -> [UnsentNote] {
    log.append("\(index)sync")
    do {
      return try await devices[index].client.sync(allowsDeletions: true).push.aside
    } catch is NotesyncError {
      log.append("failed")
      return []
    }
  }

  /// Syncs until nothing moves any more; the persons do what `tl` tells them to do.
  mutating func settle() async throws {
    server.with { $0.script = [] }
    for _ in 0..<4 {
      for index in 0...1 {
        for note in try await sync(index) where note.reason == .blocked(.repeatedID) {
          guard let path = note.path?.text else { continue }
          try removeID(of: path, on: devices[index])
          log.append("\(index)new\(path)")
        }
      }
    }
  }

  private func removeID(of path: String, on device: Device) throws {
    let lines = try device.folder.readText(path)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let rest = lines.filter { !$0.hasPrefix("id: ") }
    try device.folder.write(rest.joined(separator: "\n"), to: path)
  }

  /// Tags that nobody deleted with their notes and that no note in the vaults has.
  func lostTags() throws -> [String] {
    let all = try devices.flatMap { try $0.contents().values.map { $0.split(separator: "|") } }
      .flatMap { $0.dropFirst().first?.split(separator: ",").map(String.init) ?? [] }
    return tags.subtracting(all).sorted()
  }

  /// Texts that nobody deleted or replaced and that are in neither vault.
  func lostTexts() -> [String] {
    var all = ""
    for device in devices {
      for (path, bytes) in (try? device.files()) ?? [:] where path.hasSuffix(".md") {
        all += String(decoding: bytes, as: UTF8.self)
      }
    }
    return texts.filter { !all.contains($0) }.sorted()
  }
}
