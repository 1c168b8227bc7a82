import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import VaultIndex

@Suite("Scans against the reference")
struct VaultScannerPropertyTests {
  static let zone = TimeZoneRules { _ in 3600 }
  static let now: Int64 = 1_795_194_191

  @Test("random queries of random vaults find, order and tell the same on any number of threads")
  func queries() throws {
    try withSeed { random, _ in
      var found = 0
      var left = 0
      vaults: for _ in 0..<10 {
        let vault = try RandomVault(using: &random)
        let reference = try ReferenceIndex(of: vault.folder.path, zone: Self.zone)
        let folder = try VaultFolder(opening: vault.folder.path)
        for _ in 0..<18 {
          let sample = try RandomQuery(now: Self.now, zone: Self.zone, using: &random)
          let expected = try Self.lines(
            reference.notes(sample.query, sample.order, offset: sample.offset, limit: sample.limit))
          for threads in [1, 2, 5] {
            let index = try VaultScanner(folder, zone: Self.zone, threads: threads).scan(
              sample.query)
            let notes = index.notes(in: sample.order, offset: sample.offset, limit: sample.limit)
            let lines = notes.map { Self.line(index, $0) }
            guard lines == expected else {
              Self.report(lines, expected, sample, vault, threads)
              continue vaults
            }
            #expect(index.scannedCount == reference.notes.count)
            #expect(index.findings.map(\.path.text) == reference.copies)
            #expect(index.findings.allSatisfy { $0.finding.code == .duplicateID })
            found += notes.count
            left += reference.notes.count - notes.count
          }
          if sample.order.key != .title {
            // Without titles and tags the same notes come in the same order.
            let scanner = VaultScanner(folder, zone: Self.zone, threads: 2)
            let full = try scanner.scan(sample.query)
            let lean = try scanner.scan(sample.query, keepsText: false)
            #expect(
              lean.notes(in: sample.order).map { [lean.path($0).text, lean.id($0).text] }
                == full.notes(in: sample.order).map { [full.path($0).text, full.id($0).text] })
          }
        }
        withExtendedLifetime(vault) {}
      }
      #expect(found > 100 && left > 100, "the samples say too little: \(found), \(left)")
    }
  }

  @Test(
    "the example vault scans as the reference does, and so do the corpora",
    arguments: Self.realVaults)
  func realVault(_ source: String) throws {
    try withTemporaryFolder { folder in
      let path = folder.path("vault")
      try FileManager.default.copyItem(atPath: source, toPath: path)
      try Self.setPastTimes(of: folder)
      let reference = try ReferenceIndex(of: path, zone: Self.zone)
      let index = try VaultScanner(VaultFolder(opening: path), zone: Self.zone, threads: 3).scan()
      let byPath = index.positions.sorted { index.path($0) < index.path($1) }
      #expect(reference.notes.count > 5)
      #expect(byPath.map { Self.line(index, $0) } == Self.lines(reference.notes))
    }
  }

  static let realVaults = [RepositoryRoot.path("example-vault")] + Corpora.vaults

  /// Gives every file a time of last change of its own, a whole second before its birth.
  private static func setPastTimes(of folder: TemporaryFolder) throws {
    for (number, path) in folder.contents().enumerated() {
      let time = Date(timeIntervalSince1970: Double(1_000_000_000 + number * 86_399 % 400_000_000))
      try FileManager.default.setAttributes(
        [.modificationDate: time], ofItemAtPath: folder.path(path))
    }
  }

  // MARK: - Lines

  /// All that an index says of a note.
  private static func line(_ index: VaultIndex, _ position: VaultIndex.Position) -> String {
    let note = index[position]
    return line(
      index.path(position).text, index.id(position).text, index.title(position),
      index.tags(position), index.place(position),
      [note.created, note.updated, note.date], index.order(position), note.flags)
  }

  private static func lines(_ notes: [ReferenceIndex.Note]) -> [String] {
    notes.map { note in
      line(
        note.path, note.id, note.title, note.metadata.tags, note.document.placeInList,
        [note.created, note.updated, note.date],
        note.order, note.flags)
    }
  }

  private static func line(
    _ path: String, _ id: String, _ title: String, _ tags: [VaultFormat.Tag], _ place: String?,
    _ times: [NoteTime], _ order: Double,
    _ flags: IndexedNote.Flags
  ) -> String {
    let times = times.map { "\($0.rfc3339) \($0.precision)" }.joined(separator: " ")
    let line =
      "\(path) | \(id) | \(title) | \(tags.map(\.text)) | \(place ?? "") | \(times) | \(order)"
      + " | \(flags.rawValue)"
    // Strings of one normal form or the other would be equal.
    return line.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }

  private static func report(
    _ lines: [String], _ expected: [String], _ sample: RandomQuery, _ vault: RandomVault,
    _ threads: Int
  ) {
    let first = (0..<max(lines.count, expected.count)).first {
      lines.dropFirst($0).first != expected.dropFirst($0).first
    }
    let place = first ?? 0
    let wrong = lines.dropFirst(place).first ?? "nothing"
    let right = expected.dropFirst(place).first ?? "nothing"
    var content = ""
    let paths = [right, wrong].compactMap { $0.components(separatedBy: " | ").first }
    for path in vault.folder.contents() where content.isEmpty {
      guard paths.contains(path.unicodeScalars.map({ $0.escaped(asASCII: true) }).joined()),
        let bytes = try? vault.folder.read(path)
      else { continue }
      let text = String(decoding: bytes, as: UTF8.self).replacingOccurrences(
        of: "filler filler ", with: "")
      content = String(text.prefix(800)).debugDescription
    }
    Issue.record(
      """
      \(threads) threads: \(lines.count) notes, expected \(expected.count); note \(place) is
      \(wrong)
      expected
      \(right)
      for \(sample)
      of \(content)
      """)
  }
}
