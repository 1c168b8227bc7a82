/// What to do with one note.
package enum NotesyncAction: Hashable, Sendable {
  case nothing

  // To the server.

  /// Send the note, its media or its deletion.
  case send(WaitingChange)
  /// A deletion that waits for a confirmation, because there are too many.
  case holdDeletion(WaitingChange)
  /// Record that the server has the note as it is here; send what it lacks.
  case acknowledge(Acknowledgement, rest: WaitingChange?)
  /// Do not send it.
  case setAside(AsideNote.Reason)
  /// It was deleted on the server and stays here until it changes.
  case leaveHere

  // From the server.

  /// Write a new note.
  case create
  /// Replace the version here by the server's.
  case take(copyingLocal: Bool)
  /// Keep the version here, and add media only.
  case keep(copyingRemote: Bool)
  /// Both sides changed it: the text of one side, and the tags and the pin of both.
  case join(takingRemote: Bool, copyingOther: Bool)
  /// Move the note here to the trash.
  case remove
  /// A removal that waits for a confirmation, because there are too many.
  case holdRemoval
  /// Record that the server deleted it; a note here counts as an edit.
  case acknowledgeDeletion
  /// The server's version differs, and the note here cannot be read.
  case reportUnreadable
}
