/// A note on the server.
enum RemoteNote: Hashable, Sendable {
  /// Not probed, or without an answer.
  case unasked
  /// The server never had it, or has no record of it any more.
  case unknown
  case deleted(at: WireTime, updated: WireTime)
  case alive(RemoteVersion)

  init(_ answer: DeletionProbe.Answer) {
    switch answer {
    case .unknown: self = .unknown
    case .deleted(let time, let updated): self = .deleted(at: time, updated: updated)
    case .alive(let note): self = .alive(RemoteVersion(note))
    }
  }
}
