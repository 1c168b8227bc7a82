internal import SystemCalls
internal import VaultFormat

/// The changes that all others consist of: each is recorded for `tl undo`, or refused as `OperationRecorder` says.
extension NoteWriter {
  /// Replaces a file as `AtomicFileWriter.replace` does, and records the change.
  @discardableResult
  func replace(
    _ path: VaultPath, _ transform: (FileContent) throws -> [UInt8]
  ) throws -> Replacement {
    let replacement = try AtomicFileWriter(vault.folder).replace(path) { content in
      let new = try transform(content)
      if new != content.bytes {
        try operation?.begin(.text(path, before: content.bytes, after: new), in: vault.folder)
      }
      return new
    }
    if replacement.isChange { operation?.append(.done, in: vault.folder) }
    return replacement
  }

  /// Creates a file as `AtomicFileWriter.create` does, and records the change.
  func create(_ path: VaultPath, _ bytes: [UInt8]) throws(StoreError) -> Bool {
    try recording(.text(path, before: nil, after: bytes)) { () throws(StoreError) in
      try AtomicFileWriter(vault.folder).create(path, bytes)
    }
  }

  /// Moves a note or another file to the trash.
  func putIntoTrash<Result>(
    _ path: VaultPath, _ body: (Trash) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    operation?.begin(of: path, in: vault.folder) { .removed(path, $0) }
    let result = try body(Trash(vault.folder))
    operation?.append(.done, in: vault.folder)
    return result
  }

  /// Records that a file is in a media folder now.
  func recordAdded(_ media: VaultPath) {
    operation?.recordAdded(media, in: vault.folder)
  }

  func record(
    _ change: FileChange, _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    _ = try recording(change) { () throws(StoreError) in
      try body()
      return true
    }
  }

  /// - Parameter body: returns false if it has changed nothing.
  func recording(
    _ change: @autoclosure () -> FileChange, _ body: () throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    guard let operation else { return try body() }
    return try operation.recording(change(), in: vault.folder, body)
  }
}

extension FileChange.Content {
  init(of path: VaultPath, in vault: VaultFolder) throws(StoreError) {
    guard let status = try vault.status(path) else {
      throw StoreError(path.text, .system(.missing(.status)))
    }
    guard MediaFolder(of: path) != nil else {
      let time = status.modified
      self.init(size: status.size, mark: "\(time.seconds) \(time.nanoseconds)")
      return
    }
    self.init(ofNote: try vault.read(path).bytes)
  }

  package init(ofNote bytes: [UInt8]) {
    self.init(size: Int64(bytes.count), mark: BlobID.hex(of: bytes))
  }
}
