internal import SystemCalls
package import VaultFormat

extension VaultFolder {
  /// The files in a folder and below it, by paths relative to it.
  package func allFiles(in folder: VaultPath) throws(StoreError) -> [VaultPath] {
    var files: [VaultPath] = []
    var folders = [folder]
    while let next = folders.popLast() {
      for entry in try list(next) {
        let path = VaultPath(in: next, named: entry.name)
        if entry.kind == .folder {
          folders.append(path)
        } else if let file = VaultPath(path.bytes.dropFirst(folder.bytes.count + 1)) {
          files.append(file)
        }
      }
    }
    return files
  }

  /// A path, or the first with `-2`, `-3` … whose name clashes with no existing one on any file system.
  package func freePath(like wanted: VaultPath) throws(StoreError) -> VaultPath {
    let isThere = try wanted.parent.map { folder throws(StoreError) in try exists(folder) }
    let siblings = isThere == false ? [] : try list(wanted.parent)
    let taken = Set(siblings.map { NameKey($0.name) })
    var (path, number) = (wanted, 1)
    while taken.contains(NameKey(path.name)) {
      number += 1
      path = wanted.numbered(number)
    }
    return path
  }
}
