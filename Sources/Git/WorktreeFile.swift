internal import SystemCalls
internal import VaultFormat

/// Files of the work tree, opened without following links.
enum WorktreeFile {
  /// The content of a regular file; nil if it does not exist or is not wanted.
  ///
  /// - Parameters:
  ///   - root: the folder that the path is relative to.
  ///   - isWanted: called with the file's status before it is read.
  static func read(
    _ path: VaultPath, below root: String, if isWanted: (FileStatus) -> Bool
  ) throws(SystemError) -> [UInt8]? {
    var folder = try FileDescriptor(openingFolder: root)
    for component in path.parent?.bytes.split(separator: UInt8(ascii: "/")) ?? [] {
      folder = try folder.openFolder(Array(component))
    }
    let name = Array(path.name)
    guard let status = try folder.status(of: name), status.kind == .file, isWanted(status) else {
      return nil
    }
    return try folder.openFile(name).readAll(expecting: status.size, limit: .max - 1)
  }
}
