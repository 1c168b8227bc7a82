/// Text that was typed or piped, to become a note.
package struct TypedText: Hashable, Sendable {
  /// UTF-8 without a byte order mark; invalid bytes are kept.
  package private(set) var bytes: [UInt8]

  /// The front matter that the text begins with.
  package enum FrontMatter: Hashable, Sendable {
    case none
    /// YAML keys and values, which become those of the note.
    case own
    /// A block that tl cannot read or add to; it becomes part of the body. The reason is in lower case, without a full
    /// stop.
    case unusable(line: Int, reason: String)
  }

  /// Removes a byte order mark, and converts UTF-16 with one to UTF-8.
  package init(_ bytes: [UInt8]) {
    self.bytes = Self.utf8WithoutMark(bytes)
  }

  package init(_ text: String) { self.init(Array(text.utf8)) }

  /// Whether the text is empty or only white space.
  package var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

  /// The text; bytes that are not UTF-8 become U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The text as part of a note that has other words.
  ///
  /// - Throws: if bytes of it are not UTF-8, which would be lost.
  package func line() throws(NotUTF8) -> String {
    guard text.utf8.elementsEqual(bytes) else { throw NotUTF8() }
    return text
  }

  package struct NotUTF8: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String { "the text is not UTF-8" }
  }

  /// The first line after the front matter that is not blank; empty if there is none.
  package var firstLine: String {
    let body = frontMatter == .own ? NoteDocument(bytes).bodyText : text
    let line = body.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
    return line.map(String.init) ?? ""
  }

  /// Returns the text after `words` and a blank line; front matter stays at the beginning.
  package func preceded(by words: String) -> TypedText {
    guard !words.isEmpty else { return self }
    guard !isBlank else { return TypedText(words) }
    let opening = Array((words + "\n\n").utf8)
    guard frontMatter == .own else { return TypedText(opening + bytes) }
    let document = NoteDocument(bytes)
    let body = document.body.drop { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return TypedText(
      document.replacingBody(with: [UInt8(ascii: "\n")] + (body.isEmpty ? [] : opening) + body)
        .bytes + (body.isEmpty ? Array((words + "\n").utf8) : []))
  }
}

// MARK: - Reading

extension TypedText {
  package var frontMatter: FrontMatter {
    let document = NoteDocument(bytes)
    if document.layout.isUnclosed {
      return .unusable(line: 1, reason: "the block that begins with --- has no closing line ---")
    }
    guard let frontMatter = document.frontMatter else { return foreignFrontMatter }
    if let problem = frontMatter.problem {
      return .unusable(line: problem.line, reason: problem.message)
    }
    if frontMatter.style == .flow {
      return .unusable(line: 2, reason: "it is written as {…}, where tl cannot add a key")
    }
    return .own
  }

  /// Hugo also reads TOML between lines of `+++`, and a JSON object.
  private var foreignFrontMatter: FrontMatter {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    guard let first = lines.first else { return .none }
    if first.elementsEqual("+++".utf8),
      lines.dropFirst().contains(where: { $0.elementsEqual("+++".utf8) })
    {
      return .unusable(line: 1, reason: "it is TOML, and tl reads YAML")
    }
    let isObject =
      first.elementsEqual("{".utf8)
      && lines.dropFirst().contains { $0.elementsEqual("}".utf8) }
    return isObject ? .unusable(line: 1, reason: "it is JSON, and tl reads YAML") : .none
  }

  private static func utf8WithoutMark(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    for (mark, high, low) in [([0xFE, 0xFF] as [UInt8], 0, 1), ([0xFF, 0xFE], 1, 0)]
    where bytes.starts(with: mark) && bytes.count.isMultiple(of: 2) {
      let units = stride(from: 2, to: bytes.count, by: 2).map {
        UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
      }
      if let text = String(validating: units, as: UTF16.self) { return Array(text.utf8) }
    }
    return bytes
  }
}
