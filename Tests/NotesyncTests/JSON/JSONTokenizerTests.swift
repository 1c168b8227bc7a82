import TestSupport
import Testing

@testable import Notesync

/// Writes down what it is told, strings put together.
private struct Recorder: JSONListener {
  var events: [String] = []
  private var text: [UInt8] = []

  mutating func beginObject() { events.append("{") }
  mutating func endObject() { events.append("}") }
  mutating func beginArray() { events.append("[") }
  mutating func endArray() { events.append("]") }
  mutating func key(_ name: [UInt8]) { events.append("k:" + String(decoding: name, as: UTF8.self)) }
  mutating func string(_ piece: UnsafeBufferPointer<UInt8>, isLast: Bool) {
    text += piece
    guard isLast else { return }
    events.append("s:" + String(decoding: text, as: UTF8.self))
    text = []
  }
  mutating func number(_ text: [UInt8]) {
    events.append("n:" + String(decoding: text, as: UTF8.self))
  }
  mutating func literal(_ value: Bool?) { events.append(value.map { "\($0)" } ?? "null") }
}

private func events(_ text: [UInt8], cuts: [Int] = []) throws -> [String] {
  var tokenizer = JSONTokenizer(Recorder())
  var start = 0
  for cut in cuts.sorted() + [text.count] {
    try text[start..<cut].withUnsafeBufferPointer { try tokenizer.read($0) }
    start = cut
  }
  return try tokenizer.finish().events
}

@Suite("JSON in pieces")
struct JSONTokenizerTests {
  static let sample = """
     {"a" : [1, -2.5e+3, true,false , null, "", "x\\u00e9\\ud83c\\udf31\\n\\/é🌱"], "b\\"c": {}, "d": [[], {"e": 0}]}
    """

  @Test("each part of a text is told once and in order")
  func parts() throws {
    #expect(
      try events(Array(Self.sample.utf8)) == [
        "{", "k:a", "[", "n:1", "n:-2.5e+3", "true", "false", "null", "s:", "s:xé🌱\n/é🌱", "]",
        "k:b\"c", "{", "}", "k:d", "[", "[", "]", "{", "k:e", "n:0", "}", "]", "}",
      ])
  }

  @Test("any split of a text into pieces tells the same")
  func splits() throws {
    let text = Array(Self.sample.utf8)
    let whole = try events(text)
    for cut in 0...text.count {
      #expect(try events(text, cuts: [cut]) == whole)
    }
    try withSeed { (generator: inout SeededGenerator, _) throws in
      for _ in 0..<200 {
        let cuts = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
          Int.random(in: 0...text.count, using: &generator)
        }
        let pieces = try events(text, cuts: cuts)
        #expect(pieces == whole)
      }
    }
  }

  @Test(
    "half of a surrogate pair becomes U+FFFD, wherever the pieces end",
    arguments: [
      (#""\ud800""#, "\u{FFFD}"), (#""a\ud83cb""#, "a\u{FFFD}b"), (#""\udf31""#, "\u{FFFD}"),
      (#""\ud83c\ud83c\udf31""#, "\u{FFFD}🌱"), (#""\ud83c\n""#, "\u{FFFD}\n"),
      (#""\ud83c\u0041""#, "\u{FFFD}A"),
    ])
  func halves(json: String, text: String) throws {
    for cut in 0...json.utf8.count {
      #expect(try events(Array(json.utf8), cuts: [cut]) == ["s:\(text)"])
    }
  }

  @Test(
    "what is no JSON is refused",
    arguments: [
      "", " ", "{", "[1", "[1,]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "[1 2]", "tru", "truex", "nul1",
      "01", "1.", "-", "1e", "\"\\x\"", "\"\n\"",
      "\"", "[]]", "{} {}", "\u{FEFF}{}", "'a'", "[1]x", "\"\\u12g4\"", "+1", ".5", "NaN",
    ])
  func refused(_ text: String) {
    #expect(throws: JSONSyntaxError.self) { try events(Array(text.utf8)) }
  }

  @Test("strings that are not UTF-8 are refused, wherever the pieces end")
  func encoding() {
    for bad: [UInt8] in [
      [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0x80],
    ] {
      let text = [0x22] + bad + [0x22]
      for cut in 0...text.count {
        #expect(throws: JSONSyntaxError.self) { try events(text, cuts: [cut]) }
      }
    }
  }

  @Test("a text that never ends its levels or its names costs no memory")
  func limits() {
    #expect(throws: JSONSyntaxError.self) { try events(Array(repeating: 0x5B, count: 65)) }
    let name = "{\"" + String(repeating: "\\u0041", count: 5_000) + "\":1}"
    #expect(throws: JSONSyntaxError.self) { try events(Array(name.utf8)) }
  }

  @Test("whatever is cut off a text, it is not taken for whole")
  func truncation() {
    let text = Array(Self.sample.utf8)
    for end in 0..<(text.count - 1) {
      #expect(throws: JSONSyntaxError.self) { try events(Array(text[..<end])) }
    }
  }
}
