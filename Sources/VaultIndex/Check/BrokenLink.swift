package import VaultFormat

/// A link that a relocation makes lead to another file, or to none.
package struct BrokenLink: Hashable, Sendable {
  /// The new path of the note.
  package var note: VaultPath
  /// The line from 1, before links are rewritten.
  package var line: Int
  package var kind: MarkdownLink.Kind
  /// The destination as written.
  package var written: [UInt8]
  /// The new path of the old target; nil if that is removed.
  package var target: VaultPath?
  /// The name of the target is enough to find it.
  package var isKnownByName: Bool
  /// The file that the link leads to after the move, if any.
  package var other: VaultPath?

  /// The corrected destination; nil if the target is removed, or its name cannot be written in such a link.
  package var correction: [UInt8]? {
    guard let target, !kind.isObsidian || target.canBeLinkedByName else { return nil }
    return LinkSpelling(written[...], kind).leading(
      to: target, from: note.parent, isKnownByName: isKnownByName)
  }
}

extension VaultPath {
  /// Whether `[[links]]` can lead to the file: its path has no character with a special meaning in them.
  package var canBeLinkedByName: Bool {
    !bytes.contains { "#^[]|".utf8.contains($0) }
  }
}
