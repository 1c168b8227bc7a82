internal import Git
internal import VaultFormat
internal import VaultStore

extension ContentMerge {
  /// A text merged by lines; if that fails, and for any other file, the later version, with the other one in a copy.
  func otherFile(_ unit: FileUnit, left: TreeEntry, right: TreeEntry) throws -> MergedContent? {
    let mode = unit.entries.settledMode ?? .file
    if let merged = try mergedText(unit, left: left, right: right) {
      var content = MergedContent(merged, mode: mode, in: trees)
      content.events = [.merged]
      return content
    }
    let winner = try times.laterSide(of: unit)
    let (kept, lost) = winner == .left ? (left, right) : (right, left)
    var content = MergedContent(TreeEntry(id: kept.id, mode: mode))
    content.copy = MergedContent.Copy(side: winner.other, entry: lost)
    return content
  }

  /// Ignore and attribute rules merged by lines: a file that one side ignores or encrypts must not be pushed in plain
  /// because the other side changed an adjacent line.
  ///
  /// - Returns: nil for any other file.
  func rules(_ unit: FileUnit, left: TreeEntry, right: TreeEntry) throws -> MergedContent? {
    guard let path = unit.files.left?.path, path.isRules,
      let mode = unit.entries.settledMode
    else { return nil }
    let texts = try [unit.files.base?.entry.id, left.id, right.id].map {
      try $0.map { try trees.bytes(of: $0) } ?? []
    }
    let merge = LineMerge(base: texts[0], left: texts[1], right: texts[2])
    let isRightLast = try times.laterSide(of: unit) == .right
    var content = MergedContent(
      merge.united(isRightLast: isRightLast), mode: mode, in: trees)
    content.events = [.merged]
    return content
  }

  /// Nil if a version is not text, or filtered, and after a conflict.
  private func mergedText(
    _ unit: FileUnit, left: TreeEntry, right: TreeEntry
  ) throws -> [UInt8]? {
    guard let base = unit.files.base, MediaKind(fileExtension: base.path.fileExtension) == .file
    else { return nil }
    let paths = [base] + MergeSide.both.compactMap { unit.files[$0] }
    guard try !paths.contains(where: { try trees.isFiltered($0.path) }) else { return nil }
    let texts = try [base.entry.id, left.id, right.id].map { try trees.bytes(of: $0) }
    // As git detects binary files, but in the whole file.
    guard texts.allSatisfy({ !$0.contains(0) }) else { return nil }
    return LineMerge(base: texts[0], left: texts[1], right: texts[2]).merged
  }
}

extension VaultPath {
  private static let rules = [".gitignore", ".gitattributes", ".tlignore"].map { Array($0.utf8) }

  /// A file whose lines are rules for other files.
  var isRules: Bool { Self.rules.contains { name.elementsEqual($0) } }
}
