internal import VaultFormat

/// An operation that is ready to be sent.
struct OutgoingOperation {
  var pending: PendingOperation
  var path: VaultPath?
  var fingerprint: String
  var createdAt: WireTime
  /// It was sent before, and the outcome is unknown.
  var isResend: Bool
  var parts: [WireBody.Part]
  /// The size of the body in bytes.
  var size: Int64

  var noteID: NoteID { pending.noteID }
}
