extension NoteDocument {
  /// What the front matter says; false where it says nothing, or nothing that can be read.
  package var isPinned: Bool {
    frontMatter?.knownFields[.pinned]?.value.text.flatMap { LenientBool($0)?.value } ?? false
  }

  /// The document pinned, or not.
  ///
  /// Gives the same bytes where it is so already, however that is written.
  ///
  /// Unpinning sets the key to `false` and leaves its line: the place, the name and the comment that someone
  /// gave it stay, and property editors show an empty box as they do themselves.
  package func settingPinned(_ isPinned: Bool) throws(EditError) -> NoteDocument {
    try checkEditable()
    guard isPinned != self.isPinned else { return self }
    return try setting(name(of: .pinned), to: .bool(isPinned))
  }
}
