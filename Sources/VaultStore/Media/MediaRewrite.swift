package import SystemCalls
package import VaultFormat

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

  package var size: Int64 {
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
    try forEachChunk(of: source) { bytes throws(SystemError) in try file.writeAll(bytes) }
  }

  /// Calls `body` with the bytes of the piece, some at a time.
  ///
  /// - Returns: false if the source ends before the piece does.
  package func forEachChunk(
    of source: borrowing FileDescriptor, _ body: ([UInt8]) throws(SystemError) -> Void
  ) throws(SystemError) -> Bool {
    if case .bytes(let bytes) = self {
      try body(bytes)
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
      try body(bytes)
      done += Int64(count)
    }
    return true
  }
}

/// Any file that is to become media: opened once, so that exactly the checked file is copied.
///
/// Links are followed, because the user named it.
package struct MediaSource: ~Copyable {
  /// The path that the user gave.
  package let path: String
  package let status: FileStatus
  package let file: FileDescriptor

  /// - Parameter path: absolute, or relative to the current folder.
  package init(opening path: String) throws(StoreError) {
    self.path = path
    let named = try naming(path) { () throws(SystemError) in
      try FileDescriptor.status(ofPath: path)
    }
    // Opening a device can have effects, so it is not tried.
    guard named.kind == .file else {
      throw StoreError(path, .wrongKind(named.kind, wanted: .file))
    }
    let file = try naming(path) { () throws(SystemError) in
      try FileDescriptor(openingFile: path)
    }
    let status = try naming(path) { () throws(SystemError) in try file.status() }
    guard status.kind == .file else {
      throw StoreError(path, .wrongKind(status.kind, wanted: .file))
    }
    self.status = status
    self.file = file
  }

  /// The last component of the path.
  package var name: String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

extension VaultFolder {
  /// Copies a file into the media folder of a note, which is created if it does not exist.
  ///
  /// The name is made portable and unique, with `-2`, `-3` …, ignoring case; nothing is replaced.
  ///
  /// After an error nothing is there except perhaps an empty media folder.
  ///
  /// - Parameters:
  ///   - wantedName: instead of the source's name.
  ///   - keepsTime: whether the copy gets the source's modification time.
  ///   - rewrite: what the copy consists of; nil for the whole source.
  /// - Returns: the path of the copy.
  package func attach(
    _ source: borrowing MediaSource, to folder: MediaFolder, as wantedName: String? = nil,
    keepsTime: Bool = true, rewrite: MediaRewrite? = nil
  ) throws(StoreError) -> VaultPath {
    let names = try MediaNames(self, folder)
    let path = try names.copy(
      source, as: wantedName ?? source.name, keepsTime: keepsTime, rewrite: rewrite)
    try names.sync()
    return path
  }
}
