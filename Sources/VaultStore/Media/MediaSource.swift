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
    try makeFolders(folder.path)
    let handle = try openFolder(folder.path)
    let wanted = PortableName.made(
      from: String((wantedName ?? source.name).drop { $0 == "." || $0 == " " }),
      normalize: normalize)
    let name = try copy(
      source, into: handle, at: folder.path.text, as: wanted, keepsTime: keepsTime)
    guard let path = folder.path.appending(name.text.utf8) else {
      throw StoreError(source.path, .invalidName)
    }
    return path
  }

  private func copy(
    _ source: borrowing MediaSource, into folder: consuming FileDescriptor, at path: String,
    as wanted: PortableName, keepsTime: Bool
  ) throws(StoreError) -> PortableName {
    do {
      let entries = try folder.entries()
      let taken = Set(entries.map { String(decoding: $0.name, as: UTF8.self).lowercased() })
      var temporary = try TemporaryFile(in: folder, permissions: 0o666)
      _ = try source.file.copyAll(to: temporary.file)
      if keepsTime { try? temporary.file.setModified(source.status.modified) }
      try temporary.file.sync()
      var (name, number) = (wanted, 1)
      while true {
        // String equality is canonical equivalence, so NFC and NFD of one name clash here too.
        let isFree = !taken.contains(name.text.lowercased())
        if isFree, try temporary.publishIfFree(as: Array(name.text.utf8)) { break }
        number += 1
        name = wanted.numbered(number)
      }
      onChange()
      try temporary.folder.syncFolder()
      return name
    } catch {
      throw StoreError(path, .system(error))
    }
  }
}
