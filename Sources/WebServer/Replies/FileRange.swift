internal import NIOPosix
internal import SystemCalls

/// A part of an open file that is the body of a reply.
package final class FileRange: Sendable {
  private let file: FileDescriptor
  private let range: Range<Int64>

  /// The bytes that are read at once.
  static let pieceSize: Int64 = 1 << 16

  init(_ file: consuming FileDescriptor, _ range: Range<Int64>) {
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
