internal import SystemCalls
package import VaultFormat

extension NoteWriter {
  /// Renames the media of a note so that they have an order, and changes the links to them in its text.
  ///
  /// Does not set `updated`. Links in other notes stay as they are.
  ///
  /// - Parameter names: file names in the wanted order; what is not among them follows in its present order, and what
  ///   is not there is left out.
  /// - Returns: whether anything was renamed.
  /// - Throws: a `StoreError`; the files before it are renamed, and the links to them changed.
  @discardableResult
  package func arrange(mediaOf path: VaultPath, as names: [[UInt8]]) throws -> Bool {
    guard let folder = MediaFolder(of: path) else { throw StoreError(path.text, .invalidName) }
    let files = try vault.folder.media(in: folder).files.map(\.path)
    let present = Dictionary(files.map { (Array($0.name), $0) }) { first, _ in first }
    var wanted: [VaultPath] = []
    for name in names {
      if let file = present[name], !wanted.contains(file) { wanted.append(file) }
    }
    guard !wanted.isEmpty else { return false }
    let known = Set(wanted)
    wanted += files.filter { !known.contains($0) }
    let fileNames = Set(present.keys)
    let others = try vault.folder.list(folder.path).map { Array($0.name) }
      .filter { !fileNames.contains($0) }
    let renamings = MediaOrder(wanted, others: others).renamings
    var done: [VaultPath: VaultPath] = [:]
    defer { _ = try? relink(path, after: done) }
    for renaming in renamings {
      try rename(renaming.old, to: renaming.new)
      done[renaming.old] = renaming.new
    }
    return !renamings.isEmpty
  }

  private func relink(_ path: VaultPath, after renamed: [VaultPath: VaultPath]) throws {
    guard !renamed.isEmpty else { return }
    try relink(path) { link, _ in
      for target in link.targets(from: path.parent) {
        if let new = renamed[target] { return NoteDocument.LinkTarget(new) }
      }
      guard link.isByName else { return nil }
      return renamed.first { link.leads(to: $0.key, from: path.parent) }
        .map { NoteDocument.LinkTarget($0.value) }
    }
  }
}
