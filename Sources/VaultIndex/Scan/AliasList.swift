internal import VaultFormat

/// The aliases of a note as bytes, each followed by a line feed.
struct AliasList {
  private(set) var bytes: [UInt8] = []

  mutating func clear() {
    if !bytes.isEmpty { bytes.removeAll(keepingCapacity: true) }
  }

  mutating func set(_ aliases: [String]) {
    clear()
    for alias in aliases { append(alias.utf8) }
  }

  /// Reads the aliases in plain front matter.
  mutating func read(
    _ plain: PlainFrontMatter, _ note: UnsafeBufferPointer<UInt8>, hasFrontMatter: Bool
  ) {
    clear()
    guard hasFrontMatter else { return }
    var found: (field: PlainFrontMatter.Field, rank: Int)?
    for field in plain.fields {
      guard let known = field.known, known.key == .aliases else { continue }
      if found.map({ known.rank <= $0.rank }) ?? true { found = (field, known.rank) }
    }
    guard let field = found?.field else { return }
    switch field.shape {
    case .empty: break
    case .scalar: append(note[field.text])
    case .list: for item in plain.items[field.items] { append(note[item.text]) }
    }
  }

  private mutating func append(_ name: some Sequence<UInt8>) {
    bytes.append(contentsOf: name)
    bytes.append(UInt8(ascii: "\n"))
  }
}
