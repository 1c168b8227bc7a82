import TestSupport
import Testing
import VaultFormat

@testable import Notesync

@Suite("Text of a note on the wire")
struct WireTextTests {
  private func document(_ text: String) -> NoteDocument { NoteDocument(Array(text.utf8)) }

  @Test(
    "one blank line behind the front matter and one final line end do not travel",
    arguments: [
      ("---\nid: a\n---\n\nHello\n", "Hello"), ("---\nid: a\n---\nHello", "Hello"),
      ("---\nid: a\n---\n\n\nHello\n\n", "\nHello\n"),
      ("---\r\nid: a\r\n---\r\n\r\nA\r\nB\r\n", "A\r\nB"),
      ("\nHello\n", "\nHello"), ("", ""), ("\n", ""), ("---\nid: a\n---\n", ""),
      ("---\nid: a\n---\n\n", ""), ("---\nnever closed\n", "---\nnever closed"),
      ("a\u{0}b\n", "ab"),
    ])
  func reading(_ file: String, _ text: String) {
    #expect(WireText.of(document(file)) == text)
  }

  @Test("bytes that are no UTF-8 have no text")
  func noText() {
    #expect(WireText.of(NoteDocument([0x61, 0xFF])) == nil)
  }

  @Test("any text put into any note reads back, and nothing but the body changes")
  func writing() throws {
    let heads = [
      "", "---\nid: a\n---\n", "---\r\nid: a\r\n---\r\n", "\u{FEFF}---\nid: a\n...\n",
      "---\nnever closed\n",
      "---\n---\n",
    ]
    let parts = ["\n", "\r\n", "a", "---\n", "---", "é", " ", "b: c\n", "\r"]
    try withSeed { (generator: inout SeededGenerator, _) throws in
      for _ in 0..<2_000 {
        let head = heads.randomElement(using: &generator) ?? ""
        let body = generator.pick(Int.random(in: 0...5, using: &generator), of: parts).joined()
        let text = generator.pick(Int.random(in: 0...5, using: &generator), of: parts).joined()
        let old = document(head + body)
        let new = WireText.replacing(old, with: text)
        #expect(
          WireText.of(new)?.utf8.elementsEqual(text.utf8) == true,
          "\(old.bytes) \(Array(text.utf8))")
        if old.layout.frontMatter != nil, !old.body.isEmpty {
          #expect(new.bytes[..<new.layout.bodyStart] == old.bytes[..<old.layout.bodyStart])
        }
        if let present = WireText.of(old) {
          #expect(WireText.replacing(old, with: present).bytes == old.bytes)
        }
      }
    }
  }
}
