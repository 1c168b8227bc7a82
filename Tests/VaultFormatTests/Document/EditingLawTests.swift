import TestSupport
import Testing
import VaultFormat

@Suite("The laws of edits")
struct EditingLawTests {
  private static let keys = [
    "id", "title", "tags", "updated", "pinned", "new", "größe", "two words", "key", "yes", "",
  ]

  @Test("hold for odd front matter")
  func oddFrontMatter() throws {
    try withSeed(cases: 300) { random in
      var generator = NoteGenerator(seed: random.next())
      let text = generator.note()
      try withNote("the note was \(text.debugDescription)") {
        let document = NoteDocument(Array(text.utf8))
        EditingLaws.checkBytes(document.bytes)
        #expect(document.frontMatter?.problem == nil)
        var names = Self.keys + (document.frontMatter?.fields.map(\.name) ?? [])
        names.shuffle(using: &random)
        for key in names.prefix(4) {
          let value = generator.value()
          let refusal = EditingLaws.checkSetting(key, to: value, in: document)
          #expect(refusal == nil, "setting \(key) to \(value)")
          #expect(EditingLaws.checkRemoving(key, from: document) == nil, "removing \(key)")
        }
        #expect(EditingLaws.checkComingAndGoing(document) == nil)
        checkPresentValues(document)
      }
    }
  }

  @Test("hold for damaged front matter, where it is not refused")
  func damagedFrontMatter() throws {
    try withSeed(cases: 600) { random in
      var generator = NoteGenerator(seed: random.next())
      let bytes =
        generator.chance(4)
        ? generator.garbage() : generator.damaged(Array(generator.note().utf8))
      try withNote("the note was \(SpecCase.escaped(bytes))") {
        let document = NoteDocument(bytes)
        EditingLaws.checkBytes(bytes)
        for key in Self.keys.shuffled(using: &random).prefix(3) {
          let refusal = EditingLaws.checkSetting(key, to: generator.value(), in: document)
          if document.frontMatter?.problem != nil { #expect(refusal != nil) }
          EditingLaws.checkRemoving(key, from: document)
        }
        EditingLaws.checkComingAndGoing(document)
        checkPresentValues(document)
      }
    }
  }

  @Test("many edits one after the other leave the body and the other keys alone")
  func chains() throws {
    try withSeed(cases: 60) { random in
      var generator = NoteGenerator(seed: random.next())
      var document = NoteDocument(Array(generator.note().utf8))
      let body = Array(document.body)
      try withNote("the note became \(SpecCase.escaped(document.bytes))") {
        for _ in 0..<12 {
          let key = generator.pick(Self.keys)
          if generator.chance(3) {
            document = try document.removing(key)
          } else {
            let value = generator.value()
            let refusal = EditingLaws.checkSetting(key, to: value, in: document)
            #expect(refusal == nil, "setting \(key) to \(value)")
            document = try document.setting(key, to: value)
          }
          let isReadable = !NoteMetadata(of: document, zone: .utc).findings.contains {
            $0.code == .unreadableTags
          }
          if isReadable {
            document = try document.addingTags([Tag("Kaia"), Tag("x y")].compactMap(\.self))
            if generator.chance(2) {
              document = try document.removingTags([Tag("#kaia")].compactMap(\.self))
            }
          }
          #expect(Array(document.body) == body)
        }
      }
    }
  }

  /// Law (c) for every key that is there.
  private func checkPresentValues(_ document: NoteDocument) {
    for field in document.frontMatter?.fields ?? [] where field.key.text != nil {
      let present: FieldValue? =
        switch field.value.value {
        case .string(let text): .text(text)
        case .bool(let value): .bool(value)
        case .int(let digits): .plain(digits)
        case .null: .plain("null")
        case .sequence(let items):
          if case .sequence(let nodes, _) = field.value.content,
            nodes.allSatisfy({ $0.text != nil }),
            nodes.count == items.count
          {
            .list(nodes.compactMap(\.text))
          } else {
            nil
          }
        case .float, .mapping: nil
        }
      guard let present else { continue }
      let result = try? document.setting(field.name, to: present)
      #expect(result?.bytes == document.bytes, "(c) \(field.name)")
    }
  }
}
