/// What is put into a book besides notes.
package enum BookPiece: Hashable, Sendable {
  /// Of a chapter; line breaks in it become blanks.
  case heading(String)
  /// Markdown, which may have headings and notes of its own.
  case text(String)

  /// Without ends; text without the blank lines around it.
  var lines: [[UInt8]] {
    get throws(BookEditProblem) {
      let text = try text
      switch self {
      case .heading: return [Array("## \(text)\(Self.closing(of: text))".utf8)]
      case .text:
        // Marks of code that were open would reach to the second of these headings.
        let probe = "# a\n\n\(text)\n\n# a\n"
        guard BookText(of: NoteDocument(Array(probe.utf8))).items.last?.isHeading == true else {
          throw .isCode
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
      }
    }
  }

  /// As it is written.
  ///
  /// - Throws: if nothing is.
  var text: String {
    get throws(BookEditProblem) {
      let text: String
      switch self {
      case .heading(let written):
        text = String(written.map { $0.isNewline ? " " : $0 }).trimmingBlanks
      case .text(let written):
        let lines = written.split(omittingEmptySubsequences: false) {
          $0 == "\n" || $0 == "\r\n" || $0 == "\r"
        }
        let rest = lines.drop { $0.trimmingBlanks.isEmpty }
        let kept = rest.lastIndex { !$0.trimmingBlanks.isEmpty } ?? rest.startIndex
        text = rest.isEmpty ? "" : rest[...kept].joined(separator: "\n")
      }
      guard !text.isEmpty else { throw .isEmpty }
      return text
    }
  }

  /// What is put behind the text of a heading that ends with marks, which would count as those of the heading.
  static func closing(of text: String) -> String { text.hasSuffix("#") ? " #" : "" }
}

/// Why a book stays as it is.
package enum BookEditProblem: Error, Hashable, Sendable {
  case isEmpty
  /// Code without an end, which would swallow what stands behind it.
  case isCode
}
