package import SystemCalls
package import VaultFormat

extension WalkedFolder {
  /// The kinds of the regular files in the media folder of the note with this stem.
  package func mediaKinds(ofStem stem: [UInt8]) throws(SystemError) -> [MediaKind] {
    let media = try descriptor.openFolder(stem + MediaFolder.ending)
    var kinds: [MediaKind] = []
    try media.forEachName { name, kind in
      guard kind == .file, name.first != UInt8(ascii: ".") else { return }
      let ending = name.lastIndex(of: UInt8(ascii: ".")).map { name[($0 + 1)...] }
      kinds.append(MediaKind(fileExtension: ending ?? name[name.endIndex...]))
    }
    return kinds
  }
}

extension FileDescriptor {
  /// The earlier of the creation and modification times of a file in this folder; nil if it was removed.
  package borrowing func creationTime(of name: [UInt8]) -> FileTime? {
    guard let status = try? status(of: name) else { return nil }
    guard let birth = birthTime(of: name) else { return status.modified }
    return min(birth, status.modified)
  }
}
