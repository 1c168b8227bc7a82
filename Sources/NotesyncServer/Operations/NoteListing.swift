internal import Notesync
internal import VaultFormat

/// The newest live notes with their media, as a restore gets them.
struct NoteListing: Sendable {
  var body: WireBody
  /// Its notes whose text was never sent to an app, each with the hash of its file.
  var unsent: [NoteID: String]
}
