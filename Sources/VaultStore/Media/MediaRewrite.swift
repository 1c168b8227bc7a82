package import SystemCalls
internal import VaultFormat

/// A stretch of a file that is made from another one.
package enum MediaPiece: Hashable, Sendable {
  /// This range of the source, in bytes.
  case copied(Range<Int64>)
  case bytes([UInt8])
  /// This byte, `count` times.
  case filled(UInt8, count: Int64)
}

/// A copy of a file that differs from it: other modules decide in what.
package struct MediaRewrite {
  /// What the copy consists of, from its beginning to its end.
  package let pieces: [MediaPiece]
  /// Whether the copy is what it has to be, asked before it gets its name.
  private let isRight: (borrowing FileDescriptor) -> Bool

  package init(
    _ pieces: [MediaPiece], isRight: @escaping (borrowing FileDescriptor) -> Bool
  ) {
    self.pieces = pieces
    self.isRight = isRight
  }

  /// The size of the copy in bytes.
  package var size: Int64 {
    pieces.reduce(0) { $0 + $1.size }
  }
}

// MARK: - Writing

extension MediaRewrite {
  /// Writes the copy into an empty file that is open for reading too.
  ///
  /// - Parameter folder: of the copy, named in errors.
  /// - Throws: `.changedWhileCopied` if another program changed the source meanwhile; `.wrongCopy` if the copy is not
  ///   what it has to be.
  func write(
    _ source: borrowing MediaSource, to file: borrowing FileDescriptor, in folder: VaultPath
  ) throws(StoreError) {
    var isWhole = true
    let status: FileStatus
    do {
      for piece in pieces where isWhole { isWhole = try piece.write(source.file, to: file) }
      status = try source.file.status()
    } catch {
      throw StoreError(folder.text, .system(error))
    }
    guard isWhole, status.size == source.status.size, status.modified == source.status.modified
    else { throw StoreError(source.path, .changedWhileCopied) }
    guard isRight(file) else { throw StoreError(source.path, .wrongCopy) }
  }
}

extension MediaPiece {
  /// How many bytes are in memory at once.
  private static let chunk: Int64 = 1 << 16

  fileprivate var size: Int64 {
    switch self {
    case .copied(let range): Int64(range.count)
    case .bytes(let bytes): Int64(bytes.count)
    case .filled(_, let count): count
    }
  }

  /// False if the source ends before the piece does.
  fileprivate func write(
    _ source: borrowing FileDescriptor, to file: borrowing FileDescriptor
  ) throws(SystemError) -> Bool {
    if case .bytes(let bytes) = self {
      try file.writeAll(bytes)
      return true
    }
    var done: Int64 = 0
    while done < size {
      let count = Int(min(size - done, Self.chunk))
      let bytes: [UInt8]
      switch self {
      case .copied(let range): bytes = try source.readChunk(count, at: range.lowerBound + done)
      case .filled(let byte, _): bytes = Array(repeating: byte, count: count)
      case .bytes: return true
      }
      guard bytes.count == count else { return false }
      try file.writeAll(bytes)
      done += Int64(count)
    }
    return true
  }
}
