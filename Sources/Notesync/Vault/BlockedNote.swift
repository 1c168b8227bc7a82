package import VaultFormat

/// A note that cannot travel as it is.
package struct BlockedNote: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The file cannot be read; the text says why.
    case unreadable(String)
    /// Its media cannot.
    case unreadableMedia(String)
    /// The front matter cannot be read, and so neither the note's id nor its tags.
    case brokenFrontMatter
    /// The id that stands in the file is that of another note.
    case repeatedID
    /// The text is not UTF-8.
    case notUTF8
    /// The file holds another note than the one that was there.
    case otherNote
  }

  package var path: VaultPath
  package var id: NoteID
  package var reason: Reason
}
