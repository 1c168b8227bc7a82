package import VaultFormat

/// A file and its new name.
package struct RenamedFile: Hashable, Sendable {
  package var old: VaultPath
  package var new: VaultPath

  package init(_ old: VaultPath, to new: VaultPath) {
    self.old = old
    self.new = new
  }
}

extension RenamedFile {
  /// A note and its media.
  ///
  /// - Parameter media: by their paths in the media folder.
  package static func note(
    _ old: VaultPath, to new: VaultPath, media: [VaultPath]
  ) -> [RenamedFile] {
    let note = [RenamedFile(old, to: new)]
    guard let folder = MediaFolder(of: old)?.path, let target = MediaFolder(of: new)?.path else {
      return note
    }
    return note + files(media, from: folder, to: target)
  }

  /// The files of a folder that gets another name.
  ///
  /// - Parameter names: their paths in the folder.
  package static func files(
    _ names: [VaultPath], from folder: VaultPath, to target: VaultPath
  ) -> [RenamedFile] {
    names.map {
      RenamedFile(
        VaultPath(in: folder, named: $0.bytes), to: VaultPath(in: target, named: $0.bytes))
    }
  }
}
