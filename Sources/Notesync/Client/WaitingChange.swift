package import VaultFormat

/// What differs between the vault and what the server has acknowledged of one note.
package struct WaitingChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable { case create, edit, delete }

  package var kind: Kind
  package var noteID: NoteID
  /// Where the note is, or was.
  package var path: VaultPath?
  /// Text, tags or pin.
  package var changesContent: Bool
  /// Media that the server does not have.
  package var media: [MediaContent]

  /// Of the media, in bytes.
  package var mediaSize: Int64 { media.reduce(0) { $0 + $1.size } }
}

extension WaitingChange {
  /// What a server's refusal was about, so that the same is not sent again and again.
  func fingerprint(_ contentHash: String = "") -> String {
    ([kind.rawValue, contentHash] + media.map { String($0.sha256.prefix(16)) })
      .joined(separator: "-")
  }
}
