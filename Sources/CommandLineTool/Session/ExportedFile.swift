package import SystemCalls
internal import Words

/// A file for other programs that the user names, outside of the vault's care: one that is there stays.
package struct ExportedFile {
  private let path: String
  private let isFree: Bool
  private let hint: String

  /// - Parameters:
  ///   - replaces: whether a file that is there goes; nil for a command that has no option for it.
  ///   - beginning: of files that tl writes there again and again, such as calendars, of which the old one goes in any
  ///     case.
  /// - Throws: for a folder, and for any other file that is there, unless it is empty.
  package init(_ path: String, replaces: Bool?, beginning: String? = nil) throws {
    self.path = path
    hint =
      replaces == nil
      ? "rename it, or move it elsewhere" : "name another file, or --force replaces it"
    guard let status = try? FileDescriptor.status(ofPath: path) else {
      isFree = true
      return
    }
    isFree = false
    guard status.kind != .folder else {
      throw Problem("\(path) is a folder", hint: "name a file in it")
    }
    let isReplaced = status.size == 0 || replaces == true || Self.begins(path, with: beginning)
    guard status.kind == .file, isReplaced else { throw exists }
  }

  private static func begins(_ path: String, with beginning: String?) -> Bool {
    guard let beginning, let file = try? FileDescriptor(openingFile: path),
      let bytes = try? file.readChunk(beginning.utf8.count, at: 0)
    else { return false }
    return bytes.elementsEqual(beginning.utf8)
  }

  private var exists: Problem {
    Problem("\(path) exists", hint: hint)
  }

  /// - Throws: if it cannot be written; it is then as it was, or has a part of the bytes.
  package func write(_ bytes: [UInt8]) throws {
    guard SystemFile.replace(path, bytes) else { throw Problem("\(path) cannot be written") }
  }

  /// A new file in the same folder, to be published.
  package func temporary(permissions: UInt32, isRead: Bool = false) throws -> TemporaryFile {
    try TemporaryFile(
      in: FileDescriptor(openingFolder: SystemPath.parent(of: path)),
      prefix: Array(".tl-tmp-".utf8), permissions: permissions, isRead: isRead)
  }

  /// Gives the file its name.
  ///
  /// - Throws: if another program has taken the name meanwhile; that file stays.
  package func publish(_ temporary: inout TemporaryFile) throws {
    let name = path.split(separator: "/").last.map { Array($0.utf8) } ?? []
    if isFree {
      guard try temporary.publishIfFree(as: name) else { throw exists }
    } else {
      try temporary.publish(as: name)
    }
  }
}
