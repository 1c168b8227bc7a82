extension NoteDocument {
  /// Where a link shall lead.
  package struct LinkTarget: Hashable, Sendable {
    package var file: VaultPath
    /// The file's name alone leads to it, in links that are read by name.
    package var isKnownByName: Bool

    package init(_ file: VaultPath, isKnownByName: Bool = true) {
      self.file = file
      self.isKnownByName = isKnownByName
    }
  }

  /// The document with links that lead to other files; all other bytes stay.
  ///
  /// The one place that rewrites links. What a link says behind the path (`#heading`, `|alias`) stays too.
  ///
  /// - Parameters:
  ///   - folder: of the note (nil: the root): links are written from there.
  ///   - target: the file that a link shall lead to, nil to leave it; gets the link and the line that it is on.
  package func relinking(
    from folder: VaultPath?,
    to target: (_ link: FileLink, _ line: ArraySlice<UInt8>) -> LinkTarget?
  ) -> NoteDocument {
    var edits: [(range: Range<Int>, text: [UInt8])] = []
    bytes.withUnsafeBufferPointer { buffer in
      MarkdownLink.forEach(in: buffer, from: layout.bodyStart) { found in
        let written = UnsafeBufferPointer(rebasing: buffer[found.destination])
        guard LinkPath.isRelative(written, found.kind) else { return }
        let link = FileLink(written, found.kind, line: 0)
        let start = found.destination.lowerBound
        let line = bytes[lineStart(before: start)..<nextLine(after: start)]
        guard let target = target(link, line) else { return }
        let spelling = LinkSpelling(
          bytes[found.destination], found.kind,
          isBracketed: !found.kind.isObsidian && start > 0 && bytes[start - 1] == UInt8(ascii: "<"))
        edits.append(
          (
            found.destination,
            spelling.leading(
              to: target.file, from: folder, isKnownByName: target.isKnownByName)
          ))
      }
    }
    guard !edits.isEmpty else { return self }
    var result: [UInt8] = []
    var copied = 0
    for edit in edits where edit.range.lowerBound >= copied {
      result += bytes[copied..<edit.range.lowerBound]
      result += edit.text
      copied = edit.range.upperBound
    }
    return NoteDocument(result + bytes[copied...])
  }
}
