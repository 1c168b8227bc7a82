import Foundation
import TestSupport
import Testing

@testable import VaultFormat

@Suite("The fast path and libyaml agree")
struct FastPathTests {
  /// What the fast path found, and whether that was anything.
  @discardableResult
  static func check(_ bytes: [UInt8], _ name: String) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      guard let range = DocumentLayout(of: buffer).frontMatter else { return false }
      var plain = PlainFrontMatter()
      guard plain.scan(buffer, in: range) else { return false }
      let thorough = FrontMatter(throughLibYAML: buffer, in: range)
      let fast = plain.nodes(of: buffer)
      #expect(thorough.problem == nil, "\(name)")
      #expect(fast.map(Self.text) == thorough.fields.map(Self.text), "\(name)")
      checkHead(bytes, buffer, name)
      return true
    }
  }

  /// The head that a scan reads says the same as the metadata.
  private static func checkHead(
    _ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>, _ name: String
  ) {
    var plain = PlainFrontMatter()
    let head = NoteHead(of: buffer, plain: &plain, zone: SpecTable.zone)
    let metadata = NoteMetadata(of: NoteDocument(bytes), zone: SpecTable.zone)
    func text(_ range: Range<Int>?) -> String? {
      range.map { String(decoding: bytes[$0], as: UTF8.self) }
    }
    #expect(text(head.id) == metadata.id?.text, "\(name)")
    #expect(text(head.title) == metadata.title, "\(name)")
    #expect(head.created == metadata.created && head.updated == metadata.updated, "\(name)")
    #expect(head.date == metadata.date && head.order == metadata.order, "\(name)")
    #expect(head.isPinned == metadata.isPinned, "\(name)")
    #expect(head.kind == metadata.kind && head.isEvent == metadata.isEvent, "\(name)")
  }

  private static func text(_ field: FrontMatter.Field) -> String {
    text(field.key) + " = " + text(field.value)
  }

  private static func text(_ node: YAMLNode) -> String {
    let head = "\(node.range) \(node.tag ?? "") \(node.anchor ?? "") "
    switch node.content {
    case .scalar(let text, let style): return head + "\(style) \(Array(text.utf8))"
    case .sequence(let items, let style):
      return head + "\(style) [" + items.map(Self.text).joined(separator: "; ") + "]"
    case .mapping(let entries, _):
      return head + entries.map { Self.text($0.key) + Self.text($0.value) }.joined(separator: "; ")
    }
  }

  @Test("on every file of the corpora, the example vault and the specification")
  func corpora() throws {
    let files = try NoteCorpus.files()
    let fast = files.count { Self.check($0.bytes, $0.name) }
    print("fast path: \(fast) of \(files.count) files")
    #expect(fast > 0)
  }

  @Test("on generated and damaged notes")
  func generated() throws {
    var fast = 0
    try withSeed(cases: 3_000) { random in
      var generator = NoteGenerator(seed: random.next())
      var bytes = Array(generator.note().utf8)
      if generator.chance(2) { bytes = generator.damaged(bytes) }
      try withNote("the note was \(SpecCase.escaped(bytes))") {
        if Self.check(bytes, "generated") { fast += 1 }
      }
    }
    #expect(fast > 100)
  }

  @Test("on one line of every form")
  func lines() {
    let pieces = ["a", ":", " ", "-", "#", "[", "]", "'", "\"", ",", "~", "é"]
    func extend(_ line: String, _ depth: Int) {
      Self.check(Array("---\nk: \(line)\n---\n".utf8), line)
      Self.check(Array("---\nk:\n- \(line)\n---\n".utf8), line)
      Self.check(Array("---\n\(line)\n---\n".utf8), line)
      guard depth > 0 else { return }
      for piece in pieces { extend(line + piece, depth - 1) }
    }
    extend("", 3)
  }
}
