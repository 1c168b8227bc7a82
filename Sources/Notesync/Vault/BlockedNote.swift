package import VaultFormat

/// A note that is not sent as it is.
package struct BlockedNote: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The file cannot be read; with the reason.
    case unreadable(String)
    /// Its media cannot be read; with the reason.
    case unreadableMedia(String)
    /// The front matter cannot be read, so the note's id and tags are unknown.
    case brokenFrontMatter
    /// The file has the id of another note.
    case repeatedID
    case notUTF8
    /// The file holds another note than the one that was there.
    case otherNote
    /// It is a page, or sealed until a later day, and is not meant for the apps.
    case staysInVault
  }

  package var path: VaultPath
  package var id: NoteID
  package var reason: Reason
}
