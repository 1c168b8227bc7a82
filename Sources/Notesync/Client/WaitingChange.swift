package import VaultFormat

/// The difference between a note in the vault and its acknowledged state.
package struct WaitingChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable { case create, edit, delete }

  package var kind: Kind
  package var noteID: NoteID
  /// The present or last path of the note.
  package var path: VaultPath?
  /// Text, tags or pin.
  package var changesContent: Bool
  /// Media that the server does not have.
  package var media: [MediaContent]

  /// The size of the media, in bytes.
  package var mediaSize: Int64 { media.reduce(0) { $0 + $1.size } }
}

extension WaitingChange {
  /// Identifies the refused content, so that it is not sent again.
  func fingerprint(_ contentHash: String = "") -> String {
    ([kind.rawValue, contentHash] + media.map { String($0.sha256.prefix(16)) })
      .joined(separator: "-")
  }
}
