import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultStore
@testable import VaultSync

@Suite("The journal")
struct ApplyJournalTests {
  private let a = ObjectID(hex: String(repeating: "a", count: 40))!
  private let b = ObjectID(hex: String(repeating: "b", count: 40))!

  private func journal() -> ApplyJournal {
    ApplyJournal(
      deviceKey: "key of 100 % this\ndevice", branch: "refs/heads/a branch", old: a, new: b,
      tag: 0x7f3a_01c4, folders: [path("new"), path("new/with blank")],
      entries: [
        .init(
          path: path("note.md"), old: TreeEntry(id: a), new: TreeEntry(id: b, mode: .executable),
          action: .exchange, before: a, after: b, depth: 0),
        .init(
          path: path("new/with blank/ü%\n.md"), old: nil, new: TreeEntry(id: a), action: .place,
          before: nil, after: b, depth: 2),
        .init(
          path: VaultPath([0x78, 0xFF, 0x01])!, old: TreeEntry(id: b), new: nil, action: .take,
          before: a, after: nil, depth: 0),
        .init(
          path: path("link"), old: nil, new: TreeEntry(id: a, mode: .link), action: .none,
          before: nil, after: nil, depth: 0),
      ])
  }

  @Test("what is written is read again, with the last mark")
  func roundTrip() throws {
    let written = journal()
    var bytes = written.bytes
    #expect(ApplyJournal.parse(bytes).map(\.journal) == written)
    #expect(ApplyJournal.parse(bytes).map(\.phase) == .writing)
    for phase in [ApplyJournal.Phase.publishing, .indexing, .undone] {
      bytes += ApplyJournal.mark(phase)
      #expect(ApplyJournal.parse(bytes).map(\.journal) == written)
      #expect(ApplyJournal.parse(bytes).map(\.phase) == phase)
    }
  }

  @Test("a branch without a commit has no old head")
  func unborn() {
    var written = journal()
    written.old = nil
    #expect(ApplyJournal.parse(written.bytes).map(\.journal) == written)
  }

  @Test("cut off anywhere it is none, and a mark that was half written does not count")
  func cutOff() {
    let body = journal().bytes
    for count in 0..<body.count {
      #expect(ApplyJournal.parse(Array(body[..<count])) == nil, "\(count)")
    }
    let marked = body + ApplyJournal.mark(.publishing)
    for count in body.count..<marked.count {
      #expect(ApplyJournal.parse(Array(marked[..<count])).map(\.phase) == .writing)
    }
    let again = marked.dropLast(4) + ApplyJournal.mark(.undone)
    #expect(ApplyJournal.parse(Array(again)).map(\.phase) == .undone)
  }

  @Test("no changed byte leads anywhere or traps")
  func damaged() throws {
    try withSeed { generator, _ in
      let body = journal().bytes
      for _ in 0..<2_000 {
        var bytes = body
        for _ in 0...Int.random(in: 0..<3, using: &generator) {
          bytes[Int.random(in: bytes.indices, using: &generator)] =
            UInt8.random(in: 0...255, using: &generator)
        }
        guard let read = ApplyJournal.parse(bytes)?.journal else { continue }
        for number in read.entries.indices {
          #expect(VaultPath(read.hiddenPath(number).bytes) != nil)
          if read.entries[number].action != .none {
            #expect(ArrivingPath.refusal(of: read.entries[number].path.bytes) == nil)
          }
        }
      }
    }
  }

  @Test(
    "paths that may not arrive make it none",
    arguments: ["../x", ".git/config", ".tl/local/trash/1", "a//b", "/etc/passwd", ".GIT/x"])
  func hostile(text: String) {
    let line = "file place 0 - 100644:\(a.hex) = = \(text)\n"
    let head = "tl-journal 1\nkey k\nbranch refs/heads/main\nfrom -\nto \(b.hex)\ntag 1\n"
    #expect(ApplyJournal.parse(Array((head + line + "end 1\n").utf8)) == nil)
    let fine = "file place 0 - 100644:\(a.hex) = = x\n"
    #expect(ApplyJournal.parse(Array((head + fine + "end 1\n").utf8)) != nil)
    #expect(ApplyJournal.parse(Array((head + "folder \(text)\nend 0\n").utf8)) == nil)
  }

  @Test("hidden names lie beside the file, or as far up as the entry says")
  func hiddenNames() throws {
    var written = journal()
    written.entries = [
      .init(
        path: path("a/b/c.md"), old: nil, new: nil, action: .place, before: nil, after: nil,
        depth: 2)
    ]
    #expect(written.hiddenPath(0) == path("a/b/.tl-tmp-7f3a01c400000000"))
    #expect(written.asidePath(0) == path("a/b/.tl-tmp-7f3a01c400000000-old"))
    written.entries[0].depth = 1
    #expect(written.hiddenPath(0) == path("a/.tl-tmp-7f3a01c400000000"))
    written.entries[0].depth = 0
    #expect(written.hiddenPath(0) == path(".tl-tmp-7f3a01c400000000"))
  }
}
