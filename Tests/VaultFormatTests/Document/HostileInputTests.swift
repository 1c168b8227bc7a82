import Foundation
import TestSupport
import Testing

@testable import VaultFormat

/// Files made to harm.
///
/// Each has to be read, and edited or refused; how long that takes is the business of whoever runs
/// the tests, but quadratic time would not end.
@Suite("Hostile files")
struct HostileInputTests {
  private static let size = 64 * 1024

  private static func repeated(_ unit: String, _ count: Int = size) -> String {
    String(repeating: unit, count: count / unit.utf8.count)
  }

  private static func fenced(_ yaml: String) -> [UInt8] { Array("---\n\(yaml)\n---\ntext\n".utf8) }

  private static let files: [String: [UInt8]] = [
    "brackets": fenced(repeated("[")),
    "brackets as a value": fenced("a: " + repeated("[")),
    "closed brackets": fenced("a: " + repeated("[") + repeated("]")),
    "braces": fenced(repeated("{")),
    "braces with keys": fenced(repeated("{a: ")),
    "dashes": fenced(repeated("- ")),
    "question marks": fenced(repeated("? ")),
    "colons": fenced(repeated(": ")),
    "dashes on lines": fenced(
      (0..<300).map { String(repeating: " ", count: $0) + "-" }.joined(separator: "\n")),
    "keys on lines": fenced(
      (0..<300).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")),
    "an anchor in itself": fenced("a: &a [*a]"),
    "anchors": fenced(repeated("&a ")),
    "anchors in themselves": fenced("a: " + repeated("&a [*a, ")),
    "aliases": fenced("a: &a x\nb: [" + repeated("*a, ") + "]"),
    "quotes": fenced("a: " + repeated("\"")),
    "an open quote": fenced("a: \"" + repeated("x\n ")),
    "tags": fenced(repeated("!a ")),
    "directives": Array(
      ("---\n" + (0..<20_000).map { "%TAG !a\($0)! x\n" }.joined() + "--- # x\na: 1\n---\n").utf8),
    "directives after the end": fenced(
      "a: 1\n... # end\n" + (0..<20_000).map { "%TAG !a\($0)! x\n" }.joined()),
    "directives in the middle": fenced(
      "a: 1\n" + (0..<20_000).map { "%TAG !a\($0)! x\n" }.joined()),
    "comments": fenced(repeated("#\n", 200_000)),
    "blank lines": fenced(repeated("\n", 200_000)),
    "blanks": fenced(repeated(" ", 200_000)),
    "a long comment": fenced("a: 1 #" + repeated("x", 200_000)),
    "a long value": fenced("a: " + repeated("x", 1_000_000)),
    "a long quoted value": fenced("a: '" + repeated("é ", 200_000) + "'"),
    "a long number": fenced("order: " + repeated("1", 1_000_000)),
    "a long fraction": fenced("order: 0." + repeated("1", 200_000)),
    "a long time": fenced("created: 2026-11-20T18:03:11." + repeated("1", 200_000)),
    "a long key": fenced(repeated("k", 1_000_000) + ": 1"),
    "a long explicit key": fenced("? " + repeated("k", 1_000_000) + "\n: 1"),
    "many keys": fenced((0..<20_000).map { "k\($0): \($0)\n" }.joined()),
    "many quoted keys": fenced((0..<20_000).map { "\"k\($0)\": {a: 1}\n" }.joined()),
    "many items": fenced("tags:\n" + (0..<20_000).map { "- t\($0)\n" }.joined()),
    "many items in flow": fenced("tags: [" + (0..<20_000).map { "t\($0), " }.joined() + "]"),
    "many tags in a string": fenced("tags: '" + (0..<20_000).map { "t\($0), " }.joined() + "'"),
    "many tags with marks": fenced("tags: '" + (0..<20_000).map { "#t\($0) " }.joined() + "'"),
    "many anchors": fenced(
      (0..<20_000).map { "k\($0): &a\($0) x\n" }.joined()
        + (0..<20_000).map { "l\($0): *a\($0)\n" }.joined()),
    "a long literal": fenced("a: |\n" + repeated("  x\n", 200_000)),
    "a long folded text": fenced("a: >\n" + repeated("  x\n\n", 200_000)),
    "a long plain text": fenced("a: x\n" + repeated("  x\n", 200_000)),
    "lone carriage returns": Array(repeated("---\ra: 1\r---\r", 200_000).utf8),
    "fences": Array(repeated("---\n", 200_000).utf8),
    "dashes without an end": Array(repeated("-", 200_000).utf8),
    "unclosed": Array(("---\n" + repeated("a: 1\n", 200_000)).utf8),
    "hashes": Array(repeated("#\n", 200_000).utf8),
    "fences of code": Array(repeated("```\n~~~\n", 200_000).utf8),
    "NUL bytes": Array("---\n".utf8) + [UInt8](repeating: 0, count: size) + Array("\n---\n".utf8),
    "bytes of no meaning": Array("---\n".utf8) + [UInt8](repeating: 0xFF, count: size)
      + Array("\n---\n".utf8),
    "line separators": fenced("a: " + repeated("x\u{2028}", 200_000)),
    "marks": fenced(repeated("\u{FEFF}")),
    "marks on a letter": fenced("a: x" + repeated("\u{301}", 200_000)),
    "zero": fenced("a: " + repeated("\\0")),
  ]

  @Test("are read, and edited or refused", arguments: files.keys.sorted())
  func known(_ name: String) throws {
    let bytes = try #require(Self.files[name])
    Self.exercise(bytes)
  }

  /// Everything that a command does to a note.
  private static func exercise(_ bytes: [UInt8]) {
    let document = NoteDocument(bytes)
    #expect(document.bytes == bytes)
    _ = document.findings
    _ = document.frontMatter?.properties
    let metadata = NoteMetadata(of: document, zone: .utc)
    #expect(metadata.findings.count < 10)
    _ = bytes.withUnsafeBufferPointer {
      BodyTitle.find(in: $0, from: document.layout.bodyStart, isWhole: true)
    }
    bytes.withUnsafeBufferPointer {
      var plain = PlainFrontMatter()
      _ = NoteHead(of: $0, plain: &plain, zone: .utc)
    }
    let edited = try? document.setting("title", to: .text("x"))
    if document.frontMatter?.problem != nil { #expect(edited == nil) }
    _ = try? document.removing("a")
    _ = Tag("new").flatMap { try? document.addingTags([$0]) }
    _ = Tag("t1").flatMap { try? document.removingTags([$0]) }
  }

  @Test("a hundred thousand keys are read, and one more is set")
  func manyKeys() throws {
    let lines = (0..<100_000).map { "k\($0): \($0)\n" }.joined()
    let document = NoteDocument(Array("---\n\(lines)---\n".utf8))
    #expect(document.frontMatter?.fields.count == 100_000)
    let edited = try document.setting("new", to: .text("x"))
    #expect(edited.bytes == Array("---\n\(lines)new: x\n---\n".utf8))
  }

  @Test("aliases that stand for more than memory are refused")
  func bombs() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...30 {
      let alias = "*a\(level - 1)"
      text +=
        "a\(level): &a\(level) [\(Array(repeating: alias, count: 10).joined(separator: ", "))]\n"
    }
    let bomb = NoteDocument(Self.fenced(text))
    #expect(bomb.frontMatter?.problem != nil)
    let long =
      "a: &a " + Self.repeated("1", 500_000) + "\nb: [" + Self.repeated("*a, ", 40_000) + "]"
    #expect(NoteDocument(Self.fenced(long)).frontMatter?.problem != nil)
    let few = "a: &a " + Self.repeated("1", 500_000) + "\nb: *a"
    #expect(NoteDocument(Self.fenced(few)).frontMatter?.problem == nil)
  }

  @Test("the deepest value that is read fits a small stack")
  func depth() {
    let deepest = LibYAMLComposer.depthLimit - 1
    let nested = String(repeating: "[", count: deepest) + String(repeating: "]", count: deepest)
    var chain = "a0: &a0 []\n"
    for level in 1..<deepest { chain += "a\(level): &a\(level) [*a\(level - 1)]\n" }
    for yaml in ["a: \(nested)\nb: \(nested)\n", chain] {
      let thread = Thread {
        let document = NoteDocument(Self.fenced(yaml))
        #expect(document.frontMatter?.problem == nil)
        let values = document.frontMatter?.properties.map(\.value) ?? []
        #expect(values == document.frontMatter?.properties.map(\.value))
        #expect(Set(values).count <= values.count)
        EditingLaws.checkSetting("c", to: .text("x"), in: document)
      }
      // What secondary threads of macOS get.
      thread.stackSize = 512 * 1024
      thread.start()
      while !thread.isFinished { Thread.sleep(forTimeInterval: 0.001) }
    }
    #expect(NoteDocument(Self.fenced("a: [\(nested)]")).frontMatter?.problem != nil)
  }

  @Test("every byte alone, and every two bytes inside the fences")
  func bytes() {
    for byte in UInt8.min...UInt8.max {
      Self.exercise([byte])
      Self.exercise(Array("---\n".utf8) + [byte] + Array("\n---\n".utf8))
      Self.exercise(Array("---\na: x".utf8) + [byte] + Array("y\n---\n".utf8) + [byte])
    }
  }

  @Test("random bytes")
  func randomBytes() throws {
    try withSeed(cases: 1_500) { random in
      let inside = random.bytes(count: Int.random(in: 0...64, using: &random))
      Self.exercise(inside)
      Self.exercise(Array("---\n".utf8) + inside + Array("\n---\n".utf8))
    }
  }

  @Test("random bytes of YAML's alphabet")
  func garbage() throws {
    try withSeed(cases: 2_000) { random in
      var generator = NoteGenerator(seed: random.next())
      Self.exercise(generator.garbage())
    }
  }

  @Test("every prefix of every case")
  func prefixes() {
    for spec in SpecCase.all {
      guard let bytes = spec.bytes("file"), bytes.count < 600 else { continue }
      for count in 0..<bytes.count {
        let document = NoteDocument(Array(bytes[..<count]))
        _ = NoteMetadata(of: document, zone: .utc)
        _ = try? document.setting("new", to: .text("x"))
      }
    }
  }
}
