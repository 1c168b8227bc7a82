internal import VaultFormat

/// The targets of the links of one side's note after the merge gave the note or its media other paths.
struct LinkCorrection {
  /// The note's folder on the side, and in the merged tree.
  let oldFolder: VaultPath?
  let newFolder: VaultPath?
  /// The note's media folder on the side, and in the merged tree.
  let oldHome: VaultPath?
  let newHome: VaultPath?
  /// Media of the side with a new name: paths before and after.
  let renamed: [VaultPath: VaultPath]
  /// Whether the side has a file.
  let exists: (VaultPath) -> Bool

  /// Whether nothing moved.
  var isEmpty: Bool { oldFolder == newFolder && oldHome == newHome && renamed.isEmpty }

  /// The document with links that keep their targets on the side.
  ///
  /// Of two pictures with the same name, only lines that the side wrote itself (`isOwn`) mean the renamed one; other
  /// lines lead to the one that kept the name.
  func applied(
    to document: NoteDocument, everyLine: Bool, isOwn: (ArraySlice<UInt8>) -> Bool
  ) -> NoteDocument {
    guard !isEmpty else { return document }
    return document.relinking(from: newFolder) { link, line in
      let isOwn = isOwn(line)
      guard everyLine || isOwn else { return nil }
      return target(of: link, withRenamed: isOwn).map { NoteDocument.LinkTarget($0) }
    }
  }

  private func target(of link: FileLink, withRenamed: Bool) -> VaultPath? {
    for old in link.targets(from: oldFolder) {
      if withRenamed, let new = renamed[old] { return new }
      if let new = moved(old) { return link.leads(to: new, from: newFolder) ? nil : new }
      if oldFolder != newFolder, exists(old) {
        return link.leads(to: old, from: newFolder) ? nil : old
      }
    }
    guard withRenamed, link.isByName else { return nil }
    return renamed.filter { link.leads(to: $0.key, from: oldFolder) }.values.min()
  }

  /// The new path of a file of the media folder; nil for other files.
  private func moved(_ file: VaultPath) -> VaultPath? {
    guard let oldHome, let newHome, file.isBelow(oldHome) else { return nil }
    return VaultPath(newHome.bytes + file.bytes[oldHome.bytes.count...])
  }
}

struct LineSet {
  private var lines: Set<ArraySlice<UInt8>> = []

  init(of documents: [NoteDocument?]) {
    for document in documents.compactMap(\.self) {
      for line in document.bytes.split(separator: UInt8(ascii: "\n")) {
        lines.insert(line.withoutLineBreak)
      }
    }
  }

  func contains(_ line: ArraySlice<UInt8>) -> Bool { lines.contains(line.withoutLineBreak) }
}
