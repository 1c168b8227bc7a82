internal import SystemCalls

/// A file that came with a form, in the state folder until it is in the vault or the request has ended.
final class UploadedFile: Sendable {
  /// As the browser says; untrusted.
  let name: String
  let path: String
  /// Whether its content is on disk.
  let isSynced: Bool
  private let isKept: Bool

  init(name: String, path: String) {
    (self.name, self.path) = (name, path)
    (isKept, isSynced) = (false, false)
  }

  /// A file that is on disk, and that somebody else removes.
  init(name: String, keeping path: String) {
    (self.name, self.path) = (name, path)
    (isKept, isSynced) = (true, true)
  }

  deinit { if !isKept { try? SystemPath.remove(path) } }

  /// In bytes; nil if it is not there any more.
  var size: Int64? { (try? FileDescriptor.status(ofPath: path))?.size }

  /// The last component of the browser's name, without control characters.
  var safeName: String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    let visible = String(
      last.unicodeScalars.filter {
        !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 && $0.value != 0x7F
      })
    return visible.isEmpty || visible.allSatisfy { $0 == "." } ? "file" : visible
  }
}
