internal import VaultFormat

/// The files of a tree that a file system with folded names cannot have side by side.
///
/// Such a file system ignores case or Unicode normalization. Of clashing files the one with the smallest bytes is
/// written; a folder has precedence over a file. Folders with equal folded names are one folder there, with the content
/// of both.
struct NameClashes {
  /// The names in a folder of the tree; nil for the root.
  private let names: (VaultPath?) throws -> [(name: [UInt8], isFolder: Bool)]
  private var known: [VaultPath?: [NameKey: [Twin]]] = [:]

  private struct Twin {
    var name: [UInt8]
    var isFolder: Bool
  }

  init(names: @escaping (VaultPath?) throws -> [(name: [UInt8], isFolder: Bool)]) {
    self.names = names
  }

  /// The path that is written under this name.
  enum Winner: Equatable {
    case file(VaultPath)
    case folder
  }

  /// The files of the tree that clash with `path`, in byte order, and the one that is written.
  mutating func rivals(of path: VaultPath) throws -> (files: [VaultPath], winner: Winner) {
    var folders: [VaultPath?] = [nil]
    let components = path.bytes.split(separator: UInt8(ascii: "/"))
    for component in components.dropLast() {
      let key = NameKey(component)
      var below: [VaultPath?] = []
      for folder in folders {
        for twin in try twins(in: folder)[key] ?? [] where twin.isFolder {
          below.append(VaultPath(in: folder, named: twin.name))
        }
      }
      folders = below
    }
    let key = NameKey(path.name)
    var files: [VaultPath] = []
    var hasFolder = false
    for folder in folders {
      for twin in try twins(in: folder)[key] ?? [] {
        if twin.isFolder { hasFolder = true }
        if !twin.isFolder { files.append(VaultPath(in: folder, named: twin.name)) }
      }
    }
    files.sort()
    guard !hasFolder, let first = files.first else { return (files, .folder) }
    return (files, .file(first))
  }

  private mutating func twins(in folder: VaultPath?) throws -> [NameKey: [Twin]] {
    if let found = known[folder] { return found }
    var twins: [NameKey: [Twin]] = [:]
    for (name, isFolder) in try names(folder) {
      twins[NameKey(name), default: []].append(Twin(name: name, isFolder: isFolder))
    }
    known[folder] = twins
    return twins
  }
}
