internal import Notesync

/// For actions that need no server.
struct NoTransport: NotesyncTransport {
  func exchange(
    _ request: TransportRequest, sent: (Int) -> Void,
    accept: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) async throws -> TransportReply {
    throw TransportFailure.unreachable("no server is asked")
  }

  func close() async {}
}
