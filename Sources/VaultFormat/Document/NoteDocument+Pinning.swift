extension NoteDocument {
  /// Whether the front matter says that the note is pinned; false if the key is missing or unreadable.
  package var isPinned: Bool {
    frontMatter?.knownFields[.pinned]?.value.text.flatMap { LenientBool($0)?.value } ?? false
  }

  /// Returns the document pinned or unpinned; the same bytes if it already is, in whatever spelling.
  ///
  /// Unpinning sets the key to `false` and keeps its line: its position, name and comment stay, and property editors
  /// show an unchecked box.
  package func settingPinned(_ isPinned: Bool) throws(EditError) -> NoteDocument {
    try checkEditable()
    guard isPinned != self.isPinned else { return self }
    return try setting(name(of: .pinned), to: .bool(isPinned))
  }
}
