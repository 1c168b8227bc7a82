package import SystemCalls
package import VaultFormat

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
  ///   - normalize: converts a name to NFC.
  /// - Returns: the path of the copy.
  package func attach(
    _ source: borrowing MediaSource, to folder: MediaFolder, as wantedName: String? = nil,
    keepsTime: Bool = true, rewrite: MediaRewrite? = nil,
    normalize: (String) -> String = { $0 }
  ) throws(StoreError) -> VaultPath {
    let names = try MediaNames(self, folder)
    let path = try names.copy(
      source, as: wantedName ?? source.name, keepsTime: keepsTime, rewrite: rewrite,
      normalize: normalize)
    try names.sync()
    return path
  }
}
