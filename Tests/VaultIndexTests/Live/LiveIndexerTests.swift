import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import VaultIndex

@Suite("The live index")
struct LiveIndexerTests {
  @Test("after random changes it equals a fresh scan")
  func randomChanges() throws {
    try withSeed(cases: 8) { random in
      let vault = try RandomVault(using: &random)
      var live = try FollowedVault(vault.folder.path)
      var writer = RandomChanges(in: vault.folder)
      for _ in 0..<25 {
        for _ in 0..<Int.random(in: 1...4, using: &random) { writer.change(using: &random) }
        live.settle()
        try live.expectFreshScan("after \(writer.done.suffix(6).joined(separator: ", "))")
      }
    }
  }

  @Test("what several writers do while it reads is in it at the end")
  func severalWriters() throws {
    try withSeed { random, _ in
      let vault = try RandomVault(using: &random)
      var live = try FollowedVault(vault.folder.path)
      let seeds = (0..<3).map { _ in random.next() }
      let writers = DispatchGroup()
      for seed in seeds {
        DispatchQueue.global().async(group: writers) {
          var random = SeededGenerator(seed: seed)
          var writer = RandomChanges(in: vault.folder)
          for _ in 0..<200 { writer.change(using: &random) }
        }
      }
      while writers.wait(timeout: .now()) == .timedOut { live.settle() }
      live.settle()
      try live.expectFreshScan("after three writers")
    }
  }

  @Test("a change that seals a note or opens it is about its conflict copies too")
  func sealedCopies() throws {
    let folder = try TemporaryFolder()
    let (ids, letter) = ([NoteID("letter")!, NoteID("copy")!] as Set, [NoteID("letter")!] as Set)
    func write(_ keys: String = "") throws {
      try folder.write("---\nid: letter\n\(keys)---\nDear one", to: "letter.md")
    }
    try write()
    try folder.write("---\nid: copy\nconflict_of: letter\n---\nDear one!", to: "copy.md")
    try folder.write("---\nid: other\nconflict_of: another\n---\nText", to: "other.md")
    var live = try FollowedVault(folder.path)
    try write("mood: good\n")
    #expect(live.settle().map(\.ids) == [letter])
    try write("open_after: 2043-05-17\n")
    #expect(live.settle().map(\.ids) == [ids])
    try write("open_after: 2044-05-17\n")
    #expect(live.settle().map(\.ids) == [ids])
    try write("open_after: 2044-05-17\nmood: good\n")
    #expect(live.settle().map(\.ids) == [letter])
    try write()
    #expect(live.settle().map(\.ids) == [ids])
  }

  @Test("a change says which notes it is about")
  func changedIDs() throws {
    let folder = try TemporaryFolder()
    try folder.write(["a/one.md": "---\nid: one\n---\nOne", "a/two.md": "---\nid: two\n---\nTwo"])
    var live = try FollowedVault(folder.path)
    try folder.write("---\nid: one\n---\nOne, again", to: "a/one.md")
    #expect(live.settle().map(\.ids) == [[NoteID("one")!]])
    try folder.write("---\nid: three\n---\n", to: "b/three.md")
    #expect(live.settle().map(\.ids) == [[NoteID("three")!]])
    try FileManager.default.removeItem(atPath: folder.path("a"))
    #expect(live.settle().map(\.ids) == [[NoteID("one")!, NoteID("two")!]])
    try folder.write(["b/picture.jpg": "x", "b/.hidden.md": "x"])
    #expect(live.settle() == [])
  }

  @Test("a state says at which paths notes have changed since another, if that is known")
  func changedPaths() throws {
    let folder = try TemporaryFolder()
    try folder.write(["a/one.md": "---\nid: one\n---\n", "a/two.md": "---\nid: two\n---\n"])
    var live = try FollowedVault(folder.path)
    func paths(since generation: UInt64) -> [String]? {
      live.snapshot.paths(changedSince: generation).map { $0.map(\.text).sorted() }
    }
    let start = live.snapshot.generation
    #expect(paths(since: start) == [])
    #expect(paths(since: start + 1) == nil)
    try folder.write("---\nid: one\n---\nOne, again", to: "a/one.md")
    live.settle()
    #expect(paths(since: start) == ["a/one.md"])
    let second = live.snapshot.generation
    try FileManager.default.moveItem(
      atPath: folder.path("a/two.md"), toPath: folder.path("three.md"))
    live.settle()
    #expect(paths(since: second) == ["a/two.md", "three.md"])
    #expect(paths(since: start) == ["a/one.md", "a/two.md", "three.md"])
    try folder.write("---\nid: two\n---\nTwo, again", to: "a/two.md")
    live.settle()
    #expect(paths(since: second) == nil)
    #expect(paths(since: live.snapshot.generation) == [])
    for number in 0..<40 {
      try folder.write("---\nid: one\n---\n\(number)", to: "a/one.md")
      live.settle()
    }
    #expect(paths(since: live.snapshot.generation - 3) == ["a/one.md"])
    #expect(paths(since: live.snapshot.generation - 39) == nil)
  }

  @Test("after random changes every note that is another one is at a path that was told")
  func randomPaths() throws {
    try withSeed(cases: 4) { random in
      let vault = try RandomVault(using: &random)
      var live = try FollowedVault(vault.folder.path)
      var writer = RandomChanges(in: vault.folder)
      func notes(_ index: VaultIndex) -> Set<[String]> {
        Set(
          index.positions.map {
            [index.path($0).text, index.id($0).text, index.title($0), "\(index[$0].updated)"]
          })
      }
      for _ in 0..<25 {
        let before = live.snapshot
        writer.change(using: &random)
        live.settle()
        guard let paths = live.snapshot.paths(changedSince: before.generation) else { continue }
        let changed = notes(before.index).symmetricDifference(notes(live.index))
        #expect(
          changed.allSatisfy { note in paths.contains { $0.text == note[0] } },
          "after \(writer.done.suffix(3).joined(separator: ", "))")
      }
    }
  }

  @Test("a note that loses its id to another, and gets it back, is told")
  func duplicates() throws {
    let folder = try TemporaryFolder()
    try folder.write("---\nid: one\n---\n", to: "b.md")
    var live = try FollowedVault(folder.path)
    try folder.write("---\nid: one\n---\n", to: "a.md")
    #expect(live.settle().map(\.ids) == [nil])
    try live.expectFreshScan("with a copy")
    try FileManager.default.removeItem(atPath: folder.path("a.md"))
    #expect(live.settle().map(\.ids) == [nil])
    try live.expectFreshScan("without the copy")
  }

  @Test("thousands of changes, and more events than the system keeps, end in the right state")
  func manyChanges() throws {
    let folder = try TemporaryFolder(inMemory: true)
    try folder.makeFolder("a")
    var live = try FollowedVault(folder.path)
    let notes = 9_000
    for number in 0..<notes {
      try folder.write("# \(number)\n", to: "a/\(number).md")
    }
    live.settle()
    try live.expectFreshScan("after \(notes) new notes")
    #expect(live.index.count == notes)
  }

  @Test(
    "a vault that is moved away is lost until it is back, also while its place is empty",
    arguments: [false, true])
  func movedVault(leavesPlace: Bool) throws {
    let parent = try TemporaryFolder()
    try parent.write("# One", to: "vault/one.md")
    _ = try Vault.initialize(parent.path("vault"), timeZone: nil)
    var live = try FollowedVault(parent.path("vault"))
    let (here, there) = (parent.path("vault"), parent.path("elsewhere"))
    try FileManager.default.moveItem(atPath: here, toPath: there)
    if leavesPlace { try parent.makeFolder("vault") }
    let changes = live.settle()
    guard case .lost(let error) = changes.last?.state else {
      Issue.record("\(changes)")
      return
    }
    #expect(error.system?.isMissing == true)
    #expect(live.index.count == 1, "what was read is kept")
    try parent.write("# Two", to: "elsewhere/two.md")
    if leavesPlace { try FileManager.default.removeItem(atPath: here) }
    try FileManager.default.moveItem(atPath: there, toPath: here)
    live.time += 5_000
    #expect(live.settle().last?.state == .watched)
    #expect(live.index.count == 2)
    try live.expectFreshScan("back again")
  }

  @Test("new settings of the vault count at once")
  func settings() throws {
    let folder = try TemporaryFolder()
    _ = try Vault.initialize(folder.path, timeZone: nil)
    try folder.write(["one.md": "# One", "templates/daily.md": "# Daily"])
    var live = try FollowedVault(folder.path)
    #expect(live.index.count == 2)
    let settings = try folder.readText(".tl/config.yaml")
    try folder.write(settings + "templates: templates\n", to: ".tl/config.yaml")
    live.settle()
    #expect(live.index.count == 1)
    try live.expectFreshScan("with templates")
  }

  @Test("without events everything is read again from time to time")
  func polling() throws {
    let folder = try TemporaryFolder()
    try folder.write("# One", to: "one.md")
    var live = try FollowedVault(folder.path)
    live.time += 599_000
    #expect(live.settle() == [])
    live.time += 2_000
    #expect(live.settle().map(\.ids) == [nil])
  }

  @Test("with too few watches it reads everything again every two seconds, and says why")
  func watchLimit() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b", "c"] { try folder.write("# \(name)", to: "\(name)/note.md") }
    var live = try FollowedVault(folder.path, watchLimit: 2)
    #expect(live.state == .polled(.watchLimit))
    for name in ["a", "b", "c"] { try folder.write("# New", to: "\(name)/new.md") }
    live.time += 3_000
    live.settle()
    #expect(live.state == .polled(.watchLimit))
    try live.expectFreshScan("after the pause")
    #expect(live.index.count == 6)
  }

  @Test("a live index tells its subscribers, and ends with its thread")
  func thread() async throws {
    let folder = try TemporaryFolder()
    try folder.write("---\nid: one\n---\n", to: "one.md")
    let path = folder.path
    let live = try LiveIndex(
      LiveSource(
        zone: .utc, threads: 2, today: { LiveDay.today },
        milliseconds: { MonotonicClock.nanoseconds() / 1_000_000 }
      ) { () throws(StoreError) in try Vault(opening: path) })
    let changes = live.changes()
    try folder.write("---\nid: two\n---\n", to: "two.md")
    var seen: Set<NoteID> = []
    for await change in changes {
      seen.formUnion(change.ids ?? [])
      if seen.contains(NoteID("two")!) { break }
    }
    #expect(live.snapshot.index.count == 2)
    let open = live.changes()
    live.stop()
    for await _ in open { Issue.record("a change after the end") }
    for await _ in live.changes() { Issue.record("a change after the end") }
  }
}

/// A vault and its live index, which advances when a test asks for it.
struct FollowedVault {
  private let path: String
  private let clock: Clock
  private var indexer: LiveIndexer

  private final class Clock: @unchecked Sendable {
    var time: Int64 = 0
  }

  init(_ path: String, watchLimit: Int32 = .max) throws {
    self.path = path
    let clock = Clock()
    self.clock = clock
    indexer = try LiveIndexer(
      LiveSource(
        zone: .utc, threads: 2, today: { LiveDay.today }, milliseconds: { clock.time }
      ) { () throws(StoreError) in
        try Vault(opening: path)
      }, FolderWatcher(watchLimit: watchLimit))
  }

  /// Milliseconds.
  var time: Int64 {
    get { clock.time }
    nonmutating set { clock.time = newValue }
  }

  var snapshot: LiveSnapshot { indexer.snapshot }
  var index: VaultIndex { snapshot.index }

  var state: LiveState { indexer.snapshot.state }

  /// Takes all events that are there.
  @discardableResult
  mutating func settle() -> [LiveChange] {
    var changes: [LiveChange] = []
    // Reading may cause events: the times of folders that are opened, say.
    for _ in 0..<4 {
      if let change = indexer.advance(waits: false) { changes.append(change) }
    }
    return changes
  }

  func expectFreshScan(
    _ when: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let vault = try Vault(opening: path)
    let fresh = try VaultScanner(vault, zone: .utc, threads: 1, sealedOn: nil).scan()
    let (found, expected) = (Self.lines(index), Self.lines(fresh))
    let difference = found.difference(from: expected)
    #expect(difference.isEmpty, "\(when): \(difference)", sourceLocation: sourceLocation)
    #expect(index.scannedCount == fresh.scannedCount, "\(when)", sourceLocation: sourceLocation)
  }

  private static func lines(_ index: VaultIndex) -> [String] {
    let notes = index.positions.map { position in
      let note = index[position]
      return [
        index.path(position).text, index.id(position).text, index.title(position),
        index.tags(position).map(\.text).joined(separator: " "), "\(note.created)",
        "\(note.updated)", "\(note.date)", "\(note.flags.rawValue)", "\(index.order(position))",
      ].joined(separator: " | ")
    }
    return notes.sorted() + index.findings.map { "\($0.path.text): \($0.finding.message)" }
  }
}

/// The day on which these tests take place.
enum LiveDay {
  static let today = CalendarDay(year: 2026, month: 11, day: 22)!
}
