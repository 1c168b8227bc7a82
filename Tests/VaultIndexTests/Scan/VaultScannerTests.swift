import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat

@testable import VaultIndex
@testable import VaultStore

@Suite("Scans of what is hard to read")
struct VaultScannerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("a file too large to read is a finding, and the rest is listed", arguments: [1, 3])
  func tooLarge(_ threads: Int) throws {
    try folder.write(["a/one.md": "# One", "a/huge.md": ""])
    truncate(folder.path("a/huge.md"), 1 << 40)
    try folder.write("# Two", to: "b/two.md")
    for query in [NoteQuery(), Self.query("o")] {
      let index = try Self.scan(folder, query, threads: threads)
      #expect(Self.paths(index) == ["a/one.md", "b/two.md"])
      #expect(index.findings.map(\.path.text) == ["a/huge.md"])
      #expect(index.findings.map(\.finding.code) == [.unreadableFile])
      #expect(index.findings.first?.finding.message == "the file cannot be read: file too large")
      #expect(index.findings.first?.finding.severity == .error)
    }
  }

  @Test(
    "a note, a folder and a media folder without permission are findings, and the rest is listed")
  func noPermission() throws {
    try folder.write("# One", to: "one.md")
    for path in ["closed.md", "folder/in.md", "two.md", "two.media/a.jpg"] {
      try folder.write("# x", to: path)
    }
    for path in ["closed.md", "folder", "two.media"] { chmod(folder.path(path), 0) }
    var query = NoteQuery()
    query.kinds = [.text]
    let index = try withoutPrivileges { try Self.scan(folder, query, threads: 1) }
    guard let index else { return }
    #expect(Self.paths(index) == ["one.md", "two.md"])
    #expect(
      index.findings.map { "\($0.path.text): \($0.finding.message)" } == [
        "closed.md: the file cannot be read: permission denied",
        "folder: the folder cannot be read: permission denied",
        "two.md: its media folder cannot be read: permission denied",
      ])
    #expect(index.findings.allSatisfy { $0.finding.severity == .error })
  }

  @Test("a note that is removed or becomes a link during the scan stops nothing")
  func changesDuringScan() throws {
    for name in ["a.md", "b.md", "c.md"] { try folder.write("# \(name)", to: name) }
    let vault = try VaultFolder(opening: folder.path)
    let (scans, _) = VaultWalk(vault, threads: 1).run { next -> (IndexShard, [LocatedFinding]) in
      guard
        var scanner = try? NoteScanner(
          QueryMatcher(NoteQuery()), keepsText: true, zone: .utc, sealedOn: nil)
      else {
        return (IndexShard(), [])
      }
      while let batch = next() {
        unlink(folder.path("a.md"))
        unlink(folder.path("b.md"))
        symlink("c.md", folder.path("b.md"))
        scanner.scan(batch)
      }
      return (scanner.shard, scanner.findings)
    }
    let (shard, findings) = try #require(scans.first)
    #expect(shard.notes.map { shard.path(of: $0).text } == ["c.md"])
    #expect(findings.map(\.path.text) == ["b.md"])
  }

  @Test(
    "wherever the first read ends, the front matter is the whole one", arguments: ["\n", "\r\n"])
  func cutFrontMatter(_ lineEnd: String) throws {
    // Comments that look like a closing line as long as only their beginning is known.
    for length in 4060...4110 {
      let start = "---\ntitle: Front\nfill: "
      let filler = String(repeating: "x", count: length - start.utf8.count)
      let text = start + filler + "\n---- no end: 1\n--- # neither\ntags: [a]\n---\n# Body\n"
      try folder.write(text.replacingOccurrences(of: "\n", with: lineEnd), to: "\(length).md")
      try folder.write(
        (start + filler + "\nx: |\n  y\n---\n" + String(repeating: "z", count: 80))
          .replacingOccurrences(of: "\n", with: lineEnd), to: "\(length)-b.md")
    }
    let index = try Self.scan(folder)
    let reference = try ReferenceIndex(of: folder.path, zone: .utc)
    #expect(reference.notes.count == 102)
    for position in index.positions {
      let note = try #require(reference.notes.first { $0.path == index.path(position).text })
      #expect(index.title(position) == note.title, "\(note.path)")
      #expect(index.tags(position) == note.metadata.tags, "\(note.path)")
      #expect(index[position].flags == note.flags, "\(note.path)")
    }
  }

  @Test(
    "a note without a date is as old as its file: by birth or last change, whichever is earlier")
  func fileTimes() throws {
    let changes = ["past.md": 1_000_000_000, "future.md": 4_000_000_000]
    for (name, seconds) in changes {
      try folder.write("text", to: name)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(seconds))],
        ofItemAtPath: folder.path(name))
    }
    let vault = try VaultFolder(opening: folder.path)
    let birth = vault.root.birthTime(of: Array("future.md".utf8))
    let index = try Self.scan(folder)
    for position in index.positions {
      #expect(index[position].flags.contains(.createdIsGuessed))
      let created = index[position].created.seconds
      switch index.path(position).text {
      case "past.md": #expect(created == 1_000_000_000)
      default: #expect(created == birth?.seconds ?? 4_000_000_000)
      }
    }
  }

  @Test("tags keep line ends in them")
  func tagsWithLineEnds() throws {
    try folder.write("---\ntags: [\"a\\nb\", c, \"d\\r\", \"e\\r\\nf\"]\n---\n", to: "a.md")
    let index = try Self.scan(folder)
    let position = try #require(index.positions.first)
    #expect(index.tags(position).map(\.text) == ["a\nb", "c", "d", "e\r\nf"])
    var query = NoteQuery()
    query.tags = [try #require(Tag("b"))]
    #expect(try Self.scan(folder, query).count == 0)
  }

  @Test("a scan gives up on a wrong regular expression and says what is wrong")
  func wrongPattern() throws {
    var query = NoteQuery()
    query.pattern = "(a"
    let error = #expect(throws: PatternError.self) { try Self.scan(folder, query) }
    #expect(error?.pattern == "(a")
    #expect(error?.reason.isEmpty == false)
  }

  @Test("an empty folder is an empty index")
  func empty() throws {
    let index = try Self.scan(folder)
    #expect(index.count == 0 && index.scannedCount == 0 && index.findings.isEmpty)
    #expect(index.notes().isEmpty && index.notes(offset: 3, limit: 2).isEmpty)
    #expect(index.notes(withID: "").isEmpty)
  }

  // MARK: - Support

  private static func query(_ text: String) -> NoteQuery {
    var query = NoteQuery()
    query.texts = [text]
    return query
  }

  private static func scan(
    _ folder: TemporaryFolder, _ query: NoteQuery = NoteQuery(), threads: Int = 2
  ) throws -> VaultIndex {
    try VaultScanner(VaultFolder(opening: folder.path), zone: .utc, threads: threads).scan(query)
  }

  private static func paths(_ index: VaultIndex) -> [String] {
    index.positions.map { index.path($0).text }.sorted()
  }
}
