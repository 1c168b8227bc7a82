extension NoteDocument {
  /// The new target of a link.
  package struct LinkTarget: Hashable, Sendable {
    package var file: VaultPath
    /// The name of the file is enough to find it, in links that are resolved by name.
    package var isKnownByName: Bool

    package init(_ file: VaultPath, isKnownByName: Bool = true) {
      self.file = file
      self.isKnownByName = isKnownByName
    }
  }

  /// Returns the document with links rewritten to other files; all other bytes stay.
  ///
  /// The only code that rewrites links. Keeps the part after the path (`#heading`, `|alias`).
  ///
  /// - Parameters:
  ///   - folder: the folder of the note (nil: the root), from which links are relative.
  ///   - target: returns the new target of a link, or nil to keep it; receives the link and its line.
  package func relinking(
    from folder: VaultPath?,
    to target: (_ link: FileLink, _ line: ArraySlice<UInt8>) -> LinkTarget?
  ) -> NoteDocument {
    var edits: [Splice] = []
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
        let new = spelling.leading(
          to: target.file, from: folder, isKnownByName: target.isKnownByName)
        edits.append(Splice(range: found.destination, new: new))
      }
    }
    return edits.isEmpty ? self : applying(edits)
  }
}
