import TestSupport
import VaultFormat

/// Notes with odd front matter, made from numbers: valid YAML of every kind, and what becomes of it
/// when bytes go wrong.
struct NoteGenerator {
  var random: SeededGenerator

  private static let plain = [
    "text", "two words", "yes", "No", "on", "off", "null", "~", "014", "0o14", "0x1F", "1e3",
    ".inf", "-.5",
    "12:30:45", "1_000", "2026-11-20", "2026-11-20T18:03:11+01:00", "a#b", "http://x.org/?a:b", "é",
    "e\u{301}", "日本", "🎉", "it's", "-x", "?x", ":x", "true", "False", "say \"x\"", "x\\y", "a/b",
    "a\u{A0}b",
    "<<", "=", "*", "&", "!", "%x", "@x",
  ]
  private static let texts = [
    "", " ", "x", "a: b", "a # b", "# x", "- x", "yes", "~", "null", "12", "1_0", "2026-11-20",
    "it's", "\"",
    "\\", "é", "e\u{301}", "日本", "🎉", "[a]", "{a}", "a, b", "---", "...", "x:", ": x", "? x", "|",
    ">", "*a",
    "&a", "!a", "%a", "@a", "`a", "=", "<<", ".5", "+1", "0x1", "12:30:45", "\t", "a\tb", "a\nb",
    "\n", "a\n",
    "\r", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{0}", "\u{7F}", "\u{FFFE}", "\u{1F}", "'", "''",
    "a'b", "-", "?", ":",
  ]
  private static let keys = [
    "id", "title", "tags", "created", "updated", "modified", "date", "pinned", "pin", "order",
    "keywords",
    "aliases", "key", "a_b", "a-b", "X1", "größe", "日付", "two words", "'quoted'", "\"dq: x\"", "1",
    "null",
    "yes", "e\u{301}", "é", "k v", "a/b",
  ]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func chance(_ oneIn: Int) -> Bool { number(0..<oneIn) == 0 }
  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[number(0..<choices.count)]
  }

  /// A text that is hard to write, alone or of two.
  mutating func text() -> String {
    chance(3) ? pick(Self.texts) + pick(Self.texts) : pick(Self.texts)
  }

  mutating func value() -> FieldValue {
    switch number(0..<5) {
    case 0: .bool(chance(2))
    case 1: .list((0..<number(0..<5)).map { _ in text() })
    case 2: .plain(pick(["2026-11-20T18:03:11+01:00", "12", "-1.5"]))
    default: .text(text())
    }
  }

  /// Front matter that YAML can read, with its fences and a body.
  mutating func note() -> String {
    let indent = chance(10) ? "  " : ""
    var names = Self.keys
    var lines = ""
    for _ in 0..<number(0..<9) where !names.isEmpty {
      if chance(5) { lines += pick(["\n", "# remark\n", indent + "  # remark: [x\n", "#\n"]) }
      let name = names.remove(at: number(0..<names.count))
      lines += field(name, indent: indent)
    }
    if chance(6) { lines += pick(["\n", "# end\n", "\n\n"]) }
    let end = chance(8) ? "..." : "---"
    let blanks = chance(6) ? "  " : ""
    var note = "---\(blanks)\n\(lines)\(end)\(blanks)"
    if !chance(10) {
      note += "\n" + pick(["", "text\n", "\n# Title\n\ntext", "---\na: 1\n---\n", "\u{FEFF}x\n"])
    }
    if chance(4) { note = note.replacing("\n", with: "\r\n") }
    return chance(8) ? "\u{FEFF}" + note : note
  }

  private mutating func field(_ name: String, indent: String) -> String {
    if chance(15) {
      return
        "\(indent)? \(name)\n\(indent): \(pick(Self.plain.filter { $0.first != "%" && safe($0) }))\n"
    }
    let colon = chance(8) ? " :" : ":"
    return indent + name + colon + block(indent, depth: 0) + "\n"
  }

  private func safe(_ text: String) -> Bool {
    !["*", "&", "!", "%x", "@x"].contains(text)
  }

  private mutating func comment() -> String {
    chance(5) ? pick(["  # remark", " #", " # a: [b"]) : ""
  }

  /// What stands behind a colon in block style.
  private mutating func block(_ indent: String, depth: Int) -> String {
    switch number(0..<14) {
    case 0: return comment()
    case 1, 2: return pick([" ", "  ", "   "]) + scalar() + comment()
    case 3: return " " + quoted() + comment()
    case 4: return " " + flow(depth: depth) + comment()
    case 5:
      let inner = pick([indent, indent + "  ", indent + "    "])
      var lines = comment()
      for _ in 0..<number(1..<4) {
        if chance(6) { lines += "\n" + inner + "# between" }
        lines += "\n\(inner)-\(pick([" ", "  "]))" + (chance(3) ? quoted() : scalar()) + comment()
      }
      return lines
    case 6:
      let end = pick(["", "\n", "\n\n\(indent)  three"])
      let header = pick(["|", "|-", "|+", ">", ">-", ">+"]) + comment()
      return " \(header)\n\(indent)  one\n\(indent)    two\(end)"
    case 7: return " one\n\(indent)  two\(chance(2) ? "\n\n\(indent)  three" : "")" + comment()
    case 8: return " 'one\n\(indent)  two'" + comment()
    case 9: return comment() + "\n\(indent)  " + scalar() + comment()
    case 10 where depth < 2:
      return comment() + "\n\(indent)  inner:" + block(indent + "  ", depth: depth + 1)
        + "\n\(indent)  other: 1"
    case 11:
      return " [\n\(indent)  a, # one, two\n\(indent)  'b',\n\(indent)  c\n\(indent)  ]" + comment()
    case 12: return " !!str " + scalar() + comment()
    case 13 where depth < 2:
      return "\n\(indent)  - x:" + block(indent + "    ", depth: depth + 1) + "\n\(indent)  - y"
    default: return " " + scalar()
    }
  }

  private mutating func scalar() -> String { pick(Self.plain.filter(safe)) }

  private mutating func quoted() -> String {
    pick([
      "''", "\"\"", "'it''s'", "\"a\\tb\"", "'a # b'", "\"a: b\"", "'yes'", "\"\\u00e9\"", "'12'",
    ])
  }

  private mutating func flow(depth: Int) -> String {
    func item(_ generator: inout NoteGenerator) -> String {
      switch generator.number(0..<6) {
      case 0: generator.quoted()
      case 1 where depth < 2: generator.flow(depth: depth + 1)
      default: generator.pick(["a", "b c", "12", "yes", "é", "-1", "null", "x-y", "Kaia"])
      }
    }
    let items = (0..<number(0..<4)).map { _ in item(&self) }
    if chance(5) {
      return "{" + items.enumerated().map { "k\($0): \($1)" }.joined(separator: ", ") + "}"
    }
    let blank = chance(4) ? " " : ""
    return "[" + blank + items.joined(separator: pick([", ", ",", " , "])) + blank + "]"
  }

  /// The bytes after a few accidents.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<number(1..<6) {
      let index = number(0..<bytes.count + 1)
      switch number(0..<5) {
      case 0 where !bytes.isEmpty: bytes.remove(at: min(index, bytes.count - 1))
      case 1: bytes.insert(UInt8(number(0..<256)), at: index)
      case 2:
        bytes.insert(
          contentsOf: Array(
            pick([
              ": ", "\n", "- ", "[", "{", "'", "\"", "&a ", "*a", "|", "#", "\r", "---\n", "? ",
              ",", "\t",
            ]).utf8), at: index)
      case 3 where !bytes.isEmpty:
        bytes[min(index, bytes.count - 1)] = pick([0, 9, 13, 32, 45, 58, 0x80, 0xC3, 0xE2, 0xFF])
      default: bytes.removeSubrange(index..<min(bytes.count, index + number(0..<6)))
      }
    }
    return bytes
  }

  /// Nothing but accidents, of bytes that mean something to YAML.
  mutating func garbage() -> [UInt8] {
    let alphabet =
      Array("ab:-[]{},'\"#&*!|>%@?~ \n\n\t\r".utf8) + [
        0xC3, 0xA9, 0xE2, 0x80, 0xA8, 0xEF, 0xBB, 0xBF, 0, 0xFF,
      ]
    let inside = (0..<number(0..<80)).map { _ in pick(alphabet) }
    return chance(3) ? inside : Array("---\n".utf8) + inside + Array("\n---\nx\n".utf8)
  }
}
