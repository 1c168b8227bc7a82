package import VaultFormat

/// The synced text of a note: the body without one blank line after the front matter and without one final line end.
package enum WireText {
  /// Without U+0000, which servers refuse; nil if the body is not UTF-8, since it would not be restored unchanged.
  package static func of(_ document: NoteDocument) -> String? {
    guard let text = String(validating: trimmed(document), as: UTF8.self) else { return nil }
    return withoutNUL(text)
  }

  /// A received text without U+0000.
  package static func withoutNUL(_ text: String) -> String {
    guard text.utf8.contains(0) else { return text }
    return String(text.unicodeScalars.filter { $0.value != 0 }.map(Character.init))
  }

  private static func trimmed(_ document: NoteDocument) -> ArraySlice<UInt8> {
    var body = document.body
    if document.layout.frontMatter != nil { body = body.dropFirst(lineEnd(atStartOf: body)) }
    if body.last == 0x0A {
      body.removeLast()
      if body.last == 0x0D { body.removeLast() }
    }
    return body
  }

  private static func lineEnd(atStartOf body: ArraySlice<UInt8>) -> Int {
    if body.first == 0x0A { return 1 }
    return body.prefix(2).elementsEqual([0x0D, 0x0A]) ? 2 : 0
  }

  /// The document with another text; the blank line and the final line end stay as they are if the text then reads back
  /// the same, else both are added.
  ///
  /// Returns the same bytes if the document has that text already.
  package static func replacing(_ document: NoteDocument, with text: String) -> NoteDocument {
    let wanted = withoutNUL(text)
    if let present = of(document), present.utf8.elementsEqual(wanted.utf8) { return document }
    let end = document.usesCRLF ? [0x0D, 0x0A] : [UInt8(0x0A)]
    // A closing fence at the very end needs a line end before a text can follow.
    let isUnended = document.layout.frontMatter != nil && document.bytes.last != 0x0A
    let document =
      isUnended && document.body.isEmpty ? NoteDocument(document.bytes + end) : document
    let body = document.body
    let opening = document.layout.frontMatter == nil ? 0 : lineEnd(atStartOf: body)
    let head = Array(body.prefix(opening))
    let tail = body.last == 0x0A || body.isEmpty ? end : []
    // After a text that ends with CR alone, LF would form one line end with it.
    let candidates = [
      (head, tail), (head, end), (end, tail), (end, end), (head, [0x0D, 0x0A]),
      (end, [0x0D, 0x0A]),
    ]
    for (head, tail) in candidates {
      let candidate = document.replacingBody(with: head + Array(wanted.utf8) + tail)
      if let read = of(candidate), read.utf8.elementsEqual(wanted.utf8) { return candidate }
    }
    return document.replacingBody(with: end + Array(wanted.utf8) + end)
  }
}

extension NoteDocument {
  /// The first line ends with CR LF.
  fileprivate var usesCRLF: Bool {
    guard let feed = bytes.firstIndex(of: 0x0A), feed > 0 else { return false }
    return bytes[feed - 1] == 0x0D
  }
}
