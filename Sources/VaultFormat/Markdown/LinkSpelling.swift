/// A link destination as written, and how to rewrite it for another file.
///
/// Rewriting keeps the part after the path (`#heading`, `|alias`) and the style: a note without its extension, `%20`
/// for a blank, `./` at the beginning.
package struct LinkSpelling {
  /// The destination as written: the whole content of `[[a#b|c]]`, or without `<>`.
  let written: ArraySlice<UInt8>
  let kind: MarkdownLink.Kind
  /// The destination is in `<>`.
  let isBracketed: Bool

  package init(_ written: ArraySlice<UInt8>, _ kind: MarkdownLink.Kind, isBracketed: Bool = false) {
    self.written = written
    self.kind = kind
    self.isBracketed = isBracketed
  }

  /// The destination for a link to `file` from a note in `folder` (nil: the root).
  ///
  /// - Parameter isKnownByName: whether the name alone is enough to find the file, in a link that is resolved by name.
  package func leading(
    to file: VaultPath, from folder: VaultPath?, isKnownByName: Bool = true
  ) -> [UInt8] {
    let path = pathRange(leadingTo: file)
    let old = written[path]
    // A link to a note may leave its extension out.
    let target =
      NoteName.isNote(file.bytes[...]) && !NoteName.isNote(old)
      ? file.withoutExtension : file
    let new =
      kind.isObsidian
      ? (old.contains(UInt8(ascii: "/")) || !isKnownByName ? target.bytes : Array(target.name))
      : relative(to: target, from: folder, like: old)
    return written[..<path.lowerBound] + new + written[path.upperBound...]
  }

  /// The part of the destination that names the file.
  private func pathRange(leadingTo file: VaultPath) -> Range<Int> {
    let marks = kind.isObsidian ? "#|^" : "#?"
    // A name that contains `#` or `?` was perhaps written literally.
    guard kind.isObsidian || !file.name.contains(where: { marks.utf8.contains($0) }) else {
      return written.indices
    }
    var end = written.firstIndex { marks.utf8.contains($0) } ?? written.endIndex
    let isEscaped = end < written.endIndex && written[end] == UInt8(ascii: "|")
    if isEscaped, end > written.startIndex, written[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    return written.startIndex..<end
  }

  private func relative(
    to file: VaultPath, from folder: VaultPath?, like old: ArraySlice<UInt8>
  ) -> [UInt8] {
    var text = Array(FileLink.destination(of: file, from: folder).utf8)
    let needsBrackets = text.first == UInt8(ascii: "<")
    if needsBrackets { text = Array(text.dropFirst().dropLast()) }
    let isUp = text.starts(with: "../".utf8)
    if old.starts(with: "./".utf8), !isUp { text = Array("./".utf8) + text }
    guard needsBrackets, !isBracketed else { return text }
    // Adds no brackets if something follows the path, which would have to be inside them.
    let isWhole = old.endIndex == written.endIndex
    return isWhole && !old.contains(UInt8(ascii: "%"))
      ? Array("<".utf8) + text + Array(">".utf8) : Self.encodingBlanks(text)
  }

  /// Percent-encodes the path for a destination without `<>`.
  private static func encodingBlanks(_ path: [UInt8]) -> [UInt8] {
    path.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: " "): Array("%20".utf8)
      case UInt8(ascii: "("): Array("%28".utf8)
      case UInt8(ascii: ")"): Array("%29".utf8)
      case UInt8(ascii: "<"): Array("%3C".utf8)
      case UInt8(ascii: ">"): Array("%3E".utf8)
      default: [byte]
      }
    }
  }
}

extension VaultPath {
  fileprivate var withoutExtension: VaultPath { replacingName(with: stem) ?? self }
}
