internal import SystemCalls

/// A written file that has no name yet; removed if it gets none.
final class PreparedFile {
  var temporary: TemporaryFile

  init(_ temporary: consuming TemporaryFile) {
    self.temporary = temporary
  }

  /// Waits until the file, or its name, is on disk.
  ///
  /// - Parameters:
  ///   - areNamed: whether it is the name that matters.
  ///   - devices: file systems that were synced as a whole, by this or an earlier call.
  func sync(areNamed: Bool, _ devices: inout Set<UInt64>) throws(SystemError) {
    let device = try temporary.folder.status().device
    if devices.contains(device) { return }
    if try temporary.folder.syncFileSystem() {
      devices.insert(device)
    } else if areNamed {
      try temporary.folder.syncFolder()
    } else {
      try temporary.file.sync()
    }
  }
}
