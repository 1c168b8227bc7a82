import Backup
import SystemCalls
import TestSupport
import VaultFormat
import VaultStore

/// All that is in a folder, by its path: content, mode and time.
struct Tree: Equatable {
  struct Thing: Equatable {
    let kind: FileStatus.Kind
    let permissions: UInt32
    let modified: FileTime
    let bytes: [UInt8]
  }

  private(set) var things: [VaultPath: Thing] = [:]

  init(of path: String) throws {
    let vault = try VaultFolder(opening: path)
    var folders: [VaultPath?] = [nil]
    while let folder = folders.popLast() {
      for entry in try vault.list(folder) {
        let path = VaultPath(in: folder, named: entry.name)
        let status = try vault.status(path)
        guard let status else { continue }
        if entry.kind == .folder { folders.append(path) }
        things[path] = Thing(
          kind: entry.kind, permissions: status.permissions, modified: status.modified,
          bytes: entry.kind == .file ? try vault.read(path).bytes : [])
      }
    }
  }

  /// Without what no backup holds.
  var backedUp: Tree {
    var tree = self
    tree.things = things.filter { path, thing in
      !([path] + path.foldersAbove).contains {
        let isFolder = $0 != path || thing.kind == .folder
        return BackupRules.omission(of: $0, isFolder: isFolder) != nil
      }
    }
    return tree
  }

  /// The paths of things that differ.
  func difference(to other: Tree) -> [String] {
    Set(things.keys).union(other.things.keys).filter { things[$0] != other.things[$0] }
      .map(\.text).sorted()
  }
}

extension SeededGenerator {
  private static let names: [[UInt8]] =
    [
      "a.md", "\u{E9}.md", "e\u{301}.md", "with space", "tab\tname", "new\nline", "100%25",
      "back\\slash",
      "日本 📷.jpg", ".hidden", ".gitignore", ".gitattributes", "-dash", "CON", "A.md",
      String(repeating: "n", count: 255),
    ].map { Array($0.utf8) } + [[0xFF, 0xFE, 0x2E]]

  /// Fills a folder with files and folders of odd names, modes and times.
  mutating func fill(_ path: String, depth: Int = 3) throws {
    let folder = try FileDescriptor(openingFolder: path)
    try fill(folder, depth: depth)
  }

  private mutating func fill(_ folder: borrowing FileDescriptor, depth: Int) throws {
    for name in Set(pick(Int.random(in: 0...8, using: &self), of: Self.names)) {
      let time = FileTime(
        seconds: Int64.random(in: 0...(1 << 33), using: &self),
        nanoseconds: Int32.random(in: 0..<1_000_000_000, using: &self))
      if depth > 0, Bool.random(using: &self) {
        try folder.makeFolder(name)
        let inner = try folder.openFolder(name)
        try fill(inner, depth: depth - 1)
        try inner.setPermissions(pick(1, of: [0o755, 0o700, 0o500])[0])
        try inner.setModified(time)
      } else {
        let file = try folder.createFile(name, permissions: 0o600)
        let sizes = [0, 1, 100, 70_000, 131_072, 300_000]
        try file.writeAll(bytes(count: pick(1, of: sizes)[0]))
        try file.setPermissions(pick(1, of: [0o644, 0o600, 0o755, 0o444])[0])
        try file.setModified(time)
      }
    }
  }
}
