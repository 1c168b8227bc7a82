internal import HTTPTypes
internal import NIOPosix
internal import Synchronization
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

/// A part of an open file that is the body of a reply.
package final class FileRange: Sendable {
  private let file: FileDescriptor
  private let range: Range<Int64>

  /// The bytes that are read at once.
  static let pieceSize: Int64 = 1 << 16

  package init(_ file: consuming FileDescriptor, _ range: Range<Int64>) {
    self.file = file
    self.range = range
  }

  /// The length of the part in bytes.
  var length: Int64 { range.upperBound - range.lowerBound }

  /// The file has fewer bytes than were promised.
  struct Shortened: Error {}

  /// The piece that begins `done` bytes after the beginning of the range; nil at the end.
  ///
  /// Read on a thread for blocking work: the disk may be a network's.
  ///
  /// - Throws: `Shortened`, a `SystemError`.
  func piece(after done: Int64) async throws -> [UInt8]? {
    guard done < length else { return nil }
    let count = Int(min(Self.pieceSize, length - done))
    let bytes = try await NIOThreadPool.singleton.runIfActive { [self] in
      try file.readChunk(count, at: range.lowerBound + done)
    }
    guard bytes.count == count else { throw Shortened() }
    return bytes
  }
}

/// The header `Date` of answers (RFC 9110, 6.6.1), written once for all answers of a second.
final class DateField: Sendable {
  private let last: Mutex<(seconds: Int64, text: String)>

  init() {
    last = Mutex((.min, ""))
  }

  /// This moment as text.
  var text: String {
    let now = LocalTime.now()
    return last.withLock { last in
      if last.seconds != now { last = (now, Self.text(of: now)) }
      return last.text
    }
  }

  /// The time in the form `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// - Parameter seconds: since 1970.
  static func text(of seconds: Int64) -> String {
    LocalTime.inUTC(seconds, format: "%a, %d %b %Y %H:%M:%S GMT")
  }
}

/// An error that is the whole answer to a request.
package struct HTTPErrorReply: Error {
  package var reply: Reply

  package init(reply: Reply) {
    self.reply = reply
  }

  package static let tooLarge = HTTPErrorReply(reply: .plain(.contentTooLarge))
}
