package import System
package import VaultFormat

/// A file from anywhere that is to become media: opened once, so that what was checked is what is
/// copied.
///
/// Links are followed, because the user named it.
package struct MediaSource: ~Copyable {
  /// As the user gave it.
  package let path: String
  package let status: FileStatus
  let file: FileDescriptor

  /// - Parameter path: absolute, or from the current folder.
  package init(opening path: String) throws(StoreError) {
    self.path = path
    let named = try naming(path) { () throws(SystemError) in
      try FileDescriptor.status(ofPath: path)
    }
    // Opening a device can do things; it is not even tried.
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
  /// Copies a file into the media folder of a note, which is made when it is missing.
  ///
  /// The name is made portable, and unique with `-2`, `-3` … whatever the letter case; nothing is
  /// replaced.
  ///
  /// After an error nothing is there but perhaps an empty media folder.
  ///
  /// - Parameters:
  ///   - wantedName: in place of the source's own.
  ///   - keepsTime: whether the copy was last changed when the source was.
  ///   - normalize: brings a name to NFC.
  /// - Returns: the path of the copy.
  package func attach(
    _ source: borrowing MediaSource, to folder: MediaFolder, as wantedName: String? = nil,
    keepsTime: Bool = true, normalize: (String) -> String = { $0 }
  ) throws(StoreError) -> VaultPath {
    let names = try MediaNames(self, folder)
    let path = try names.copy(
      source, as: wantedName ?? source.name, keepsTime: keepsTime, normalize: normalize)
    try names.sync()
    return path
  }
}
