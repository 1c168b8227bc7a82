internal import System
internal import VaultFormat
internal import VaultStore

/// Which paths are notes, where there is no folder to walk through: of a commit, or of a few files.
///
/// docs/vault-format.md, part V: a file `*.md` or `*.markdown`, in no hidden folder, in no media
/// folder of a note, and left in by every `.tlignore`.
struct NoteRules {
  /// The bytes of a file named `.tlignore`; nil where there is none.
  private let rules: (VaultPath) -> [UInt8]?
  private let exists: (VaultPath) -> Bool
  private var folders: [VaultPath?: Folder] = [:]

  private struct Folder {
    var rules: IgnoreRules
    /// Holds no notes, whatever it holds.
    var isOut: Bool
  }

  init(rules: @escaping (VaultPath) -> [UInt8]?, exists: @escaping (VaultPath) -> Bool) {
    self.rules = rules
    self.exists = exists
  }

  /// By the files that are there.
  init(of vault: VaultFolder) {
    self.init(
      rules: { try? vault.read($0, limit: 1 << 20).bytes },
      exists: { ((try? vault.status($0)) ?? nil)?.kind == .file })
  }

  mutating func isNote(_ path: VaultPath) -> Bool {
    guard path.isNoteByName else { return false }
    let folder = folder(path.parent)
    return !folder.isOut && !folder.rules.isIgnored(path, isFolder: false)
  }

  private mutating func folder(_ path: VaultPath?) -> Folder {
    if let known = folders[path] { return known }
    // From the root down, in a loop: depth comes from others.
    var missing: [VaultPath?] = [path]
    while let last = missing.last, let inner = last, folders[inner.parent] == nil {
      missing.append(inner.parent)
    }
    var folder = Folder(rules: IgnoreRules(), isOut: false)
    for path in missing.reversed() {
      if let path {
        folder = folders[path.parent] ?? folder
        folder.isOut = folder.isOut || isOut(path, folder.rules)
      }
      if !folder.isOut, let bytes = rules(VaultPath(in: path, named: IgnoreRules.fileName)) {
        folder.rules = folder.rules.adding(bytes, in: path)
      }
      folders[path] = folder
    }
    return folder
  }

  private func isOut(_ folder: VaultPath, _ rules: IgnoreRules) -> Bool {
    if rules.isIgnored(folder, isFolder: true) { return true }
    let name = Array(folder.name)
    guard let length = name.withUnsafeBufferPointer({ NoteName.mediaStemLength($0) }) else {
      return false
    }
    return NoteName.extensions.contains { ending in
      folder.replacingName(with: name[..<length] + ending).map(exists) ?? false
    }
  }
}

extension Repository {
  /// The notes of a tree.
  func notes(inTree tree: ObjectID?) throws -> Set<VaultPath> {
    var candidates: [VaultPath] = []
    var paths: Set<VaultPath> = []
    var rules: [VaultPath: ObjectID] = [:]
    try forEachFile(inTree: tree) { path, entry in
      guard entry.mode.isRegular else { return }
      if path.name.elementsEqual(IgnoreRules.fileName) { rules[path] = entry.id }
      if path.isNoteByName {
        candidates.append(path)
        paths.insert(path)
      }
    }
    var noteRules = NoteRules(
      rules: { path in rules[path].flatMap { try? self.blob($0, limit: 1 << 20) } },
      exists: { paths.contains($0) })
    return Set(candidates.filter { noteRules.isNote($0) })
  }
}
