package import SystemCalls

/// What a reply sends after its headers.
package enum ReplyBody: Sendable {
  /// Returns the next piece; nil at the end.
  ///
  /// Throws if it cannot be made; the connection is then closed, so that nobody takes the body for complete.
  package typealias Pieces = () throws -> [UInt8]?

  /// Pieces of unknown number that are sent as they come, such as server-sent events.
  ///
  /// Its iteration is cancelled when the client closes the connection or the server shuts down. The connection is closed
  /// after it. With HEAD it is never iterated.
  package typealias Stream = any AsyncSequence<[UInt8], Never> & Sendable

  case bytes([UInt8])
  /// A part of a file, from `file(_:_:)`.
  case fileRange(FileRange)
  /// Pieces that are made while they are sent; `make` is called once, when the body is sent.
  case pieces(length: Int64, make: @Sendable () -> Pieces)
  case stream(Stream)

  /// A part of an open file, read while it is sent.
  ///
  /// The descriptor is closed when the body has been sent or the reply is given up. If the file has become shorter by
  /// then, the connection is closed.
  ///
  /// - Parameter range: in bytes, within the file.
  package static func file(
    _ descriptor: consuming FileDescriptor, _ range: Range<Int64>
  ) -> ReplyBody {
    .fileRange(FileRange(descriptor, range))
  }

  /// The length in bytes; nil for a stream.
  package var length: Int64? {
    switch self {
    case .bytes(let bytes): Int64(bytes.count)
    case .fileRange(let file): file.length
    case .pieces(let length, _): length
    case .stream: nil
    }
  }
}
