/// Takes requests to one server, and never anywhere else.
package protocol NotesyncTransport: Sendable {
  /// - Parameters:
  ///   - accept: gets the body of a 200 in pieces.
  ///   - sent: told how many bytes of the body went out since the last time.
  /// - Throws: a `TransportFailure`; what `accept` throws; what reading the body's files throws, and then the server
  ///   has not got a whole request.
  func exchange(
    _ request: TransportRequest, sent: (Int) -> Void,
    accept: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) async throws -> TransportReply

  func close() async
}
