/// A note file: its bytes, and the ranges of its parts.
///
/// Can be made from any bytes, keeps them, and is edited by splicing. Text is decoded on demand. The laws
/// (docs/vault-format.md, part L), each a property test: a document returns the bytes it was made from; an edit
/// changes only the value it names; setting a key to its present value changes nothing; a value that was written is
/// read back; other YAML readers read the same.
package struct NoteDocument: Sendable {
  package let bytes: [UInt8]
  package let layout: DocumentLayout
  /// Nil when the file has no front matter.
  package let frontMatter: FrontMatter?

  /// Never fails; problems are in `findings`.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    (layout, frontMatter) = bytes.withUnsafeBufferPointer { buffer in
      let layout = DocumentLayout(of: buffer)
      return (layout, layout.frontMatter.map { FrontMatter(of: buffer, in: $0) })
    }
  }

  /// Everything after the front matter.
  package var body: ArraySlice<UInt8> { bytes[layout.bodyStart...] }

  /// The body as text; bytes that are not UTF-8 become U+FFFD.
  package var bodyText: String { String(decoding: body, as: UTF8.self) }

  /// Problems of encoding and front matter syntax.
  ///
  /// Findings about known keys are in `NoteMetadata.findings`.
  package var findings: [Finding] {
    var findings: [Finding] = []
    if layout.isUnclosed {
      findings.append(
        Finding(
          .warning, .unclosedFrontMatter,
          message:
            "the front matter that begins here has no closing line ---; the file is read as text"))
    }
    if let problem = frontMatter?.problem { findings.append(problem) }
    if let offset = bytes.firstInvalidUTF8 {
      let position = position(of: offset)
      findings.append(
        Finding(
          .warning, .invalidUTF8,
          message: "not UTF-8 from here on: other programs may show or save it wrongly",
          line: position.line, column: position.column))
    }
    return findings
  }

  /// Line and column of a byte offset.
  package func position(of offset: Int) -> SourcePosition {
    bytes.withUnsafeBufferPointer { SourcePosition(of: offset, in: $0) }
  }
}

extension Finding.Code {
  package static let invalidUTF8 = Finding.Code("invalid-utf8")
}

extension [UInt8] {
  /// The offset of the first byte that is not part of well-formed UTF-8; nil if there is none.
  fileprivate var firstInvalidUTF8: Int? {
    guard String(validating: self, as: UTF8.self) == nil else { return nil }
    var decoder = UTF8()
    var iterator = makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }
}
