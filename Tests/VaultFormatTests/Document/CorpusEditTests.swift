import TestSupport
import Testing

@testable import VaultFormat

@Suite("Edits of real notes")
struct CorpusEditTests {
  @Test("a new key that is set and removed restores every file")
  func comingAndGoing() throws {
    let files = try NoteCorpus.files()
    var edited = 0
    for file in files {
      try withNote("in \(file.name)") {
        let document = NoteDocument(file.bytes)
        let refusal = EditingLaws.checkComingAndGoing(document)
        if refusal == nil { edited += 1 }
        #expect(isFit(refusal, document), "\(String(describing: refusal))")
      }
    }
    print("edited and restored: \(edited) of \(files.count) files")
    #expect(edited > 0)
  }

  @Test("known keys are set, read back and removed")
  func knownKeys() throws {
    for file in try NoteCorpus.files() {
      try withNote("in \(file.name)") {
        let document = Self.head(file)
        let time = "2026-11-20T18:03:11+01:00"
        let edits: [(KnownKey, FieldValue)] = [
          (.id, .text("51a40bca-9511-5173-8f17-f591eb5248ab")), (.title, .text("a: title")),
          (.updated, .plain(time)), (.pinned, .bool(true)), (.tags, .list(["one", "two words"])),
          (.date, .plain("2026-11-20")),
        ]
        for (key, value) in edits {
          let name = document.name(of: key)
          let refusal = EditingLaws.checkSetting(name, to: value, in: document)
          #expect(isFit(refusal, document), "\(name): \(String(describing: refusal))")
          EditingLaws.checkRemoving(name, from: document)
        }
        checkMetadata(document)
      }
    }
  }

  @Test("every value that is there can be replaced and removed")
  func everyKey() throws {
    for file in try NoteCorpus.files() {
      let document = Self.head(file)
      try withNote("in \(file.name)") {
        for field in document.frontMatter?.fields ?? [] where field.key.text != nil {
          for value in [FieldValue.text("x"), .list(["a", "b"])] {
            let refusal = EditingLaws.checkSetting(field.name, to: value, in: document)
            #expect(isFit(refusal, document), "\(field.name): \(String(describing: refusal))")
          }
          let refusal = EditingLaws.checkRemoving(field.name, from: document)
          #expect(isFit(refusal, document), "\(field.name): \(String(describing: refusal))")
        }
      }
    }
  }

  /// The note with the beginning of its body, so that many edits take little time.
  private static func head(_ file: NoteCorpus.File) -> NoteDocument {
    let bodyStart = NoteDocument(file.bytes).layout.bodyStart
    return NoteDocument(Array(file.bytes.prefix(bodyStart + 64)))
  }

  /// Tags come and go, whatever was there.
  private func checkMetadata(_ document: NoteDocument) {
    let metadata = NoteMetadata(of: document, zone: SpecTable.zone)
    #expect(Set(metadata.tags).count == metadata.tags.count)
    guard let new = Tag("Quite New"), let edited = try? document.addingTags([new]) else { return }
    #expect(NoteMetadata(of: edited, zone: SpecTable.zone).tags == metadata.tags + [new])
    let back = try? edited.removingTags([new])
    #expect(back.map { NoteMetadata(of: $0, zone: SpecTable.zone).tags } == metadata.tags)
  }

  /// Only what the specification names may refuse.
  private func isFit(_ refusal: EditError?, _ document: NoteDocument) -> Bool {
    switch refusal {
    case nil: document.frontMatter?.problem == nil
    case .brokenFrontMatter: document.frontMatter?.problem != nil
    case .foreignFrontMatter: document.foreignFrontMatter != nil
    case .flowMapping: document.frontMatter?.style == .flow
    case .anchorInUse: document.bytes.contains(UInt8(ascii: "&"))
    // Nothing can be added behind `...` and a comment, nor written behind an explicit key's own
    // line.
    case .notReadBack: ["... #", "? "].contains { document.bytes.contains(Array($0.utf8)) }
    case .invalidYAML, .notTexts: false
    }
  }
}
