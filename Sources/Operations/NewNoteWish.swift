package import Media
package import VaultFormat
package import VaultStore

/// A new note as somebody wants it, whoever asks: the rules of the vault come to it in a `NewNotePlan`.
package struct NewNoteWish: Sendable {
  /// An id that is set is that of the wish: sent again, it is the same wish.
  package var note: NewNote
  /// What the note gets of its photos where it says nothing itself; nil for nothing.
  package var origin: PhotoOrigin?
  /// The name that notes get which do not say who wrote them; nil or empty if the caller knows none.
  package var author: String?
  /// Whether a note without a category gets that of the settings; not if the user was shown it and chose none.
  package var takesDefaultCategory = true
  /// What the text begins with.
  var frontMatter: TypedText.FrontMatter

  package init(_ note: NewNote, origin: PhotoOrigin? = nil) {
    (self.note, self.origin) = (note, origin)
    frontMatter = note.hasOwnFrontMatter ? .own : .none
  }

  package init(_ typed: TypedText) {
    note = NewNote(typed)
    frontMatter = typed.frontMatter
  }
}
