package import SystemCalls

extension WalkedFolder {
  /// Calls `body` for each name in a subfolder, including hidden ones, with its size in bytes.
  ///
  /// The name's bytes are valid during the call. Links are not followed; only the folder is opened.
  package func forEachEntry(
    ofFolder name: [UInt8],
    _ body: (_ name: UnsafeBufferPointer<UInt8>, _ kind: FileStatus.Kind, _ size: Int64) -> Void
  ) throws(SystemError) {
    let folder = try descriptor.openFolder(name)
    try folder.forEachName { name, kind in
      let size = kind == .file ? (try? folder.status(of: Array(name)))?.size : 0
      body(name, kind, size ?? 0)
    }
  }

  /// The size of a file of this folder in bytes; nil if it was removed.
  package func size(of name: UnsafeBufferPointer<UInt8>) -> Int64? {
    (try? descriptor.status(of: Array(name)))?.size
  }

  /// The status of a name from `WalkBatch.forEach`; of a link itself.
  ///
  /// Nil if it was removed.
  package func status(
    of name: UnsafeBufferPointer<UInt8>
  ) throws(SystemError) -> FileStatus? {
    try descriptor.status(ofTerminated: name)
  }
}
