import Dispatch
import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import VaultIndex

@Suite("The newest notes that match")
struct NewestScanTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let zone = TimeZoneRules { _ in 3600 }
  private static let now: Int64 = 1_795_194_191
  private static let order = TimelineOrder(.date)

  private static func scanner(_ vault: Vault, threads: Int) -> VaultScanner {
    VaultScanner(vault, zone: zone, threads: threads, sealedOn: nil)
  }

  @Test("they are the first of those that a whole scan finds, also while other scans are stopped")
  func law() throws {
    try withSeed { random, _ in
      var found = 0
      for _ in 0..<12 {
        let files = try RandomVault(using: &random)
        let vault = try Vault(opening: files.folder.path)
        let index = try Self.scanner(vault, threads: 2).scan()
        let sorted = index.notes(in: Self.order)
        for _ in 0..<14 {
          let query = try RandomQuery(now: Self.now, zone: Self.zone, using: &random).query
          let matching = try Self.scanner(vault, threads: 2).scan(query)
          let expected = matching.notes(in: Self.order).map { matching.path($0).text }
          for threads in [1, 2, 5] {
            let scan = NewestScan(Self.scanner(vault, threads: threads))
            try Self.stopOne(scan, query, sorted, index)
            let limit = Int.random(in: 1...12, using: &random)
            let hits = try #require(
              try scan.hits(limit, of: query, among: sorted, of: index, stop: ScanStop()))
            #expect(hits.notes.map { index.path($0).text } == Array(expected.prefix(limit)))
            #expect(hits.isComplete == (expected.count <= limit))
            found += hits.notes.count
          }
          let all = try #require(
            try NewestScan(Self.scanner(vault, threads: 2))
              .hits(.max, of: query, among: sorted, of: index, stop: ScanStop()))
          let narrowed = index.narrowed(toNotesAt: all.notes)
          #expect(narrowed.count == expected.count)
          #expect(narrowed.notes(in: Self.order).map { narrowed.path($0).text } == expected)
        }
        withExtendedLifetime(files) {}
      }
      #expect(found > 100, "the samples say too little: \(found)")
    }
  }

  @Test("of several queries each has the notes that a scan of its own finds")
  func several() throws {
    try withSeed(cases: 6) { random in
      let files = try RandomVault(using: &random)
      let vault = try Vault(opening: files.folder.path)
      let scanner = Self.scanner(vault, threads: 2)
      let queries = try (0..<14).map { _ in
        try RandomQuery(now: Self.now, zone: Self.zone, using: &random).query
      }
      let index = try scanner.scan()
      let found = try scanner.notes(of: index, matching: queries)
      #expect(found.count == queries.count)
      for (query, notes) in zip(queries, found) {
        let expected = try scanner.scan(query)
        #expect(
          notes.map { index.path($0).text }.sorted()
            == expected.positions.map { expected.path($0).text }.sorted())
      }
      withExtendedLifetime(files) {}
    }
  }

  /// Either it was stopped in time, or it found the same as if nobody had stopped it.
  private static func stopOne(
    _ scan: NewestScan, _ query: NoteQuery, _ sorted: [VaultIndex.Position], _ index: VaultIndex
  ) throws {
    let stop = ScanStop()
    DispatchQueue.global().async { stop.stop() }
    if let hits = try scan.hits(.max, of: query, among: sorted, of: index, stop: stop) {
      let whole = try scan.hits(.max, of: query, among: sorted, of: index, stop: ScanStop())
      #expect(hits.notes == whole?.notes)
    }
  }

  @Test("a scan that is stopped before it begins reads nothing")
  func stopped() throws {
    try folder.write("word\n", to: "a.md")
    let vault = try Vault(opening: folder.path)
    let index = try Self.scanner(vault, threads: 1).scan()
    let stop = ScanStop()
    stop.stop()
    var query = NoteQuery()
    query.texts = ["word"]
    let hits = try NewestScan(Self.scanner(vault, threads: 2))
      .hits(1, of: query, among: index.positions, of: index, stop: stop)
    #expect(hits == nil)
  }

  @Test("a note that went, changed or became a link since the index was made is looked at as it is")
  func changed() throws {
    for name in ["a", "b", "c", "d"] { try folder.write("word\n", to: "\(name).md") }
    let vault = try Vault(opening: folder.path)
    let index = try Self.scanner(vault, threads: 1).scan()
    try folder.write("other\n", to: "a.md")
    try FileManager.default.removeItem(atPath: folder.path("b.md"))
    try FileManager.default.removeItem(atPath: folder.path("c.md"))
    symlink(folder.path("d.md"), folder.path("c.md"))
    var query = NoteQuery()
    query.texts = ["word"]
    let hits = try NewestScan(Self.scanner(vault, threads: 2))
      .hits(.max, of: query, among: index.positions, of: index, stop: ScanStop())
    #expect(hits?.notes.map { index.path($0).text } == ["d.md"])
  }

  @Test("notes are found by their ids, and by no others")
  func byID() throws {
    for name in ["a", "b", "c"] { try folder.write("---\nid: \(name)\n---\n", to: "\(name).md") }
    let vault = try Vault(opening: folder.path)
    let index = try Self.scanner(vault, threads: 1).scan()
    let ids = Set(["a", "c", "x"].map { NoteID(nonEmpty: $0) })
    #expect(Set(index.notes(withIDs: ids).map { index.path($0).text }) == ["a.md", "c.md"])
    #expect(index.notes(withIDs: []).isEmpty)
  }
}
