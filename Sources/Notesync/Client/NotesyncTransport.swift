/// Sends requests to one server only.
package protocol NotesyncTransport: Sendable {
  /// - Parameters:
  ///   - accept: receives the body of a 200 in pieces.
  ///   - sent: called with the number of bytes of the body sent since the last call.
  /// - Throws: a `TransportFailure`; errors of `accept`; errors of reading the body's files, after which the server has
  ///   not received a whole request.
  func exchange(
    _ request: TransportRequest, sent: (Int) -> Void,
    accept: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) async throws -> TransportReply

  func close() async
}
