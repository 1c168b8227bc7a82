import TestSupport
import Testing

@testable import VaultFormat

@Suite("Merges of real notes")
struct CorpusMergeTests {
  /// A device pins and tags a note, another writes below it: the merged note is what one device
  /// would have made that did both.
  @Test("changes that do not touch are merged to what both edits make one after the other")
  func apart() throws {
    let files = try NoteCorpus.files()
    var merged = 0
    for file in files {
      let base = NoteDocument(file.bytes)
      guard let left = Self.pinned(base), let both = Self.pinned(Self.extended(base)) else {
        continue
      }
      let (one, other) = (
        NoteMergeSide(document: left, time: 1, rank: ""),
        NoteMergeSide(document: Self.extended(base), time: 2, rank: "")
      )
      try withNote("in \(file.name)") {
        let merge = try MergeLaws.check(base, one, other)
        #expect(merge.outcome == .merged)
        #expect(merge.result.bytes == both.bytes)
      }
      merged += 1
    }
    print("merged: \(merged) of \(files.count) files")
    #expect(merged > 0)
  }

  private static func pinned(_ note: NoteDocument) -> NoteDocument? {
    guard !note.layout.isUnclosed, let tag = Tag("merged") else { return nil }
    return try? note.settingPinned(!note.isPinned).addingTags([tag])
  }

  private static func extended(_ note: NoteDocument) -> NoteDocument {
    note.replacingBody(with: Array(note.body) + Array("\(note.lineEnd)more\(note.lineEnd)".utf8))
  }
}
