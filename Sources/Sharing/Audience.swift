package import VaultFormat

/// To whom notes are given.
package enum Audience: Hashable, Sendable {
  /// Everybody: notes with `publish: true`.
  case everybody
  /// The members of a circle, by the path of its page; they see what everybody sees too.
  case circle(VaultPath)
  /// Who gets a book that the owner made of notes of their choice: all but sealed notes.
  case readers

  /// By which a note asks to be shown; no note asks for `readers`.
  var keys: [KnownKey] { self == .everybody ? [.publish] : [.publish, .circles] }
}

/// Whether a note is shown to an audience, and why; for the owner alone.
package struct SharingDecision: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// By `publish`, `circles: NAME`, or `chosen`.
    case shown(rule: String)
    case sealed(until: CalendarDay)
    case conflictCopy
    /// Another file has the same id.
    case idOfSeveral
    /// The front matter, or a key that decides who may see the note, cannot be read.
    case unreadable
    /// A page of the journal.
    case isPage
    /// Several pages of circles are called so.
    case ambiguousCircle(String)
    /// No page of a circle is called so.
    case unknownCircle(String)
    /// A file of the note that does not leave: tl cannot remove its metadata, or it belongs to another note too.
    case mediumNotGiven(VaultPath)
  }

  /// Of the note.
  package let path: VaultPath
  package let reason: Reason

  package init(_ path: VaultPath, _ reason: Reason) {
    (self.path, self.reason) = (path, reason)
  }

  package var isShown: Bool { reason.isShown }
}
