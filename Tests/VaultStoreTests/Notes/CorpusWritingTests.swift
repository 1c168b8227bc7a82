import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import VaultStore

@Suite("Writing to every note of real vaults")
struct CorpusWritingTests {
  static let vaults =
    Corpora.vaults + [RepositoryRoot.path("example-vault"), RepositoryRoot.path("docs")]

  @Test(
    "a key that comes and goes leaves every file as it was, but for what tl keeps in it",
    arguments: vaults)
  func comesAndGoes(_ source: String) throws {
    let vault = try TemporaryVault()
    let names = (FileManager.default.enumerator(atPath: source)?.compactMap { $0 as? String } ?? [])
      .sorted()
    let notes = names.filter { $0.hasSuffix(".md") || $0.hasSuffix(".markdown") }
    var refused = 0
    try vault.writing { writer in
      for (number, name) in notes.enumerated() {
        let before = try Array(Data(contentsOf: URL(fileURLWithPath: source + "/" + name)))
        // One folder: what is written where does not matter here.
        let note = "\(number).md"
        try Data(before).writeAlone(to: vault.absolute(note))
        do {
          for assignment in ["zz=1", "zz="] {
            let change = try FieldAssignment(assignment, now: Writing.now, zone: Writing.zone)
            try writer.edit(path(note), provisionalID: Writing.provisional) {
              try change.applied(to: $0)
            }
          }
        } catch is EditError {
          refused += 1
          #expect(NoteDocument(before).frontMatter != nil, "\(name)")
          #expect(try vault.folder.read(path(note)).bytes == before, "\(name)")
          continue
        } catch let error as StoreError where error.reason == .notText {
          refused += 1
          #expect(try vault.folder.read(path(note)).bytes == before, "\(name)")
          continue
        }
        try expectKept(before, try vault.folder.read(path(note)).bytes, name)
      }
    }
    #expect(
      notes.count > 0 && refused <= notes.count / 20, "\(refused) of \(notes.count) were refused")
  }

  /// Front matter without the lines that may be added, values of `updated` left out, and the body.
  private func expectKept(_ before: [UInt8], _ after: [UInt8], _ name: String) throws {
    let (old, new) = (NoteDocument(before), NoteDocument(after))
    let metadata = NoteMetadata(of: new, zone: Writing.zone)
    #expect(old.body.elementsEqual(new.body), "\(name)")
    #expect(
      metadata.id == NoteMetadata(of: old, zone: Writing.zone).id ?? Writing.provisional, "\(name)")
    #expect(metadata.created != nil, "\(name)")
    guard let frontMatter = old.frontMatter else {
      let block = bytes(
        "---\nid: \(Writing.provisional.text)\ncreated: \(metadata.created?.rfc3339 ?? "")\n---\n")
      let end = before.contains(0x0D) ? "\r\n" : "\n"
      let written = bytes(
        String(decoding: block, as: UTF8.self).replacingOccurrences(of: "\n", with: end))
      let mark = old.layout.bomLength
      #expect(after == before.prefix(mark) + written + before.dropFirst(mark), "\(name)")
      return
    }
    // Taking out again what was added gives the old bytes.
    var lines = Array(after)
    let known = frontMatter.knownFields
    for key in [KnownKey.created, .id] where known[key] == nil {
      let field = try #require(new.frontMatter?.field(of: key), "\(name)")
      let start = lines[..<field.key.range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let end =
        lines[field.value.range.upperBound...].firstIndex(of: 0x0A).map { $0 + 1 } ?? lines.count
      lines.removeSubrange(start..<end)
    }
    if let field = known[.updated], let stamped = new.frontMatter?.field(of: .updated) {
      #expect(stamped.value.text == "2026-11-20T18:03:11+01:00", "\(name)")
      lines.replaceSubrange(stamped.value.range, with: before[field.value.range])
    }
    #expect(lines == before, "\(name)")
  }
}
