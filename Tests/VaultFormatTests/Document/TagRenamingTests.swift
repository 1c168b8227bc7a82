import TestSupport
import Testing
import VaultFormat

@Suite("Renaming a tag")
struct TagRenamingTests {
  private static let words = [
    "old", "Old", "#OLD", "old/a", "Old/A", "new", "#New", "new/a", "older", "x", "é",
  ]

  @Test("leaves the tags that a model gives, and every other byte")
  func againstModel() throws {
    try withSeed(cases: 300) { random in
      let note = Self.note(&random)
      try withNote("the note was \(note.debugDescription)") {
        let document = NoteDocument(Array(note.utf8))
        let (old, new) = (try #require(Tag("old")), try #require(Tag("new")))
        let renamed = try document.renamingTag(old, to: new)
        #expect(Self.tags(renamed) == Self.model(Self.tags(document), old, new))
        #expect(try renamed.renamingTag(old, to: new).bytes == renamed.bytes)
        checkUntouched(document, renamed)
      }
    }
  }

  @Test("an item with an anchor that is used elsewhere is refused")
  func anchors() throws {
    let document = NoteDocument(Array("---\ntags: [&a old, x]\nother: *a\n---\n".utf8))
    #expect(throws: EditError.anchorInUse(key: "tags", anchor: "a", line: 2)) {
      try document.renamingTag(#require(Tag("old")), to: #require(Tag("new")))
    }
  }

  @Test("broken front matter is refused, also where no tag can be seen")
  func broken() throws {
    let document = NoteDocument(Array("---\ntags: [old\n---\n".utf8))
    #expect(throws: EditError.self) {
      try document.renamingTag(#require(Tag("old")), to: #require(Tag("new")))
    }
    #expect(throws: EditError.self) { try document.settingPinned(false) }
  }

  // MARK: - The model

  private static func tags(_ document: NoteDocument) -> [VaultFormat.Tag] {
    NoteMetadata(of: document, zone: TimeZoneRules { _ in 0 }).tags
  }

  /// What is there already keeps its place; the first of what becomes the same does.
  private static func model(
    _ tags: [VaultFormat.Tag], _ old: VaultFormat.Tag, _ new: VaultFormat.Tag
  ) -> [VaultFormat.Tag] {
    let others = tags.filter { !$0.isWithin(old) }
    var result: [VaultFormat.Tag] = []
    for tag in tags {
      guard tag.isWithin(old) else {
        result.append(tag)
        continue
      }
      guard let renamed = Tag(new.text + tag.text.dropFirst(old.text.count)) else { continue }
      if !others.contains(renamed), !result.contains(renamed) { result.append(renamed) }
    }
    return result
  }

  /// The other keys, the body, and the items that are no such tag.
  private func checkUntouched(_ old: NoteDocument, _ new: NoteDocument) {
    #expect(Array(old.body) == Array(new.body))
    #expect(old.frontMatter?.fields.map(\.name) == new.frontMatter?.fields.map(\.name))
    for (before, after) in zip(old.frontMatter?.fields ?? [], new.frontMatter?.fields ?? []) {
      guard before.name == "tags" else {
        #expect(old.bytes[before.value.range] == new.bytes[after.value.range])
        continue
      }
      guard case .sequence(let items, _) = before.value.content,
        case .sequence(let rest, _) = after.value.content
      else { continue }
      let kept = items.filter { item in
        let text = item.text.flatMap { Tag($0) }?.text ?? ""
        return text == "older" || !text.hasPrefix("old")
      }
      let spellings = rest.map { Array(new.bytes[$0.range]) }
      for item in kept { #expect(spellings.contains(Array(old.bytes[item.range]))) }
    }
  }

  // MARK: - Notes

  private static func note(_ random: inout SeededGenerator) -> String {
    let tags = random.pick(Int.random(in: 0..<6, using: &random), of: words)
    let quotes = ["", "'", "\""]
    let items = tags.map { tag in
      let quote = tag.hasPrefix("#") ? "\"" : random.pick(1, of: quotes)[0]
      return quote + tag + quote
    }
    let list: String
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      list = " [" + items.joined(separator: random.pick(1, of: [", ", ",", " , "])[0]) + "]  # all"
    case 1 where !items.isEmpty:
      list = items.map { "\n- " + $0 + random.pick(1, of: ["", "  # why"])[0] }.joined()
    case 2 where !items.isEmpty:
      list = "\n" + items.map { "  - " + $0 }.joined(separator: "\n  # between\n")
    default: list = " " + tags.filter { !$0.hasPrefix("#") }.joined(separator: ", ")
    }
    let note = "---\nid: 1   # one\ntags:\(list)\nmood:   calm\n---\nold text\n"
    return Bool.random(using: &random) ? note : note.replacing("\n", with: "\r\n")
  }
}
