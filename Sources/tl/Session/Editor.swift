internal import VaultFormat
internal import VaultStore

/// The user's editor, for the text of a note.
struct Editor {
  let session: Session

  init(_ session: Session) {
    self.session = session
  }

  /// Lets the person write; gives back the text. The draft stays when the editor fails.
  func write(_ text: String, about: String, in vault: OpenVault) throws -> String {
    throw CommandError("no editor")
  }
}
