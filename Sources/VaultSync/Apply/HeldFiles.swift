internal import Git
internal import VaultFormat
package import VaultStore

/// The list of files based on another version than the branch has, in `.tl/local/sync/held-back`: per line base, entry,
/// mark, outcome and path.
///
/// It is on disk before the branch moves. A record that is too early does no harm: what it says about the folder is
/// true before the branch moves, too.
package enum HeldFiles {
  /// In byte order of the paths; ignores invalid lines.
  package static func read(_ vault: VaultFolder) throws(StoreError) -> [HeldFile] {
    guard try vault.exists(VaultLayout.heldBack) else { return [] }
    let files = try vault.read(VaultLayout.heldBack).bytes.split(separator: UInt8(ascii: "\n"))
      .compactMap(file)
    let last = Dictionary(files.map { ($0.path, $0) }) { _, last in last }
    return last.values.sorted { $0.path < $1.path }
  }

  /// Those whose change is not on the branch yet.
  static func uncommitted(
    _ vault: VaultFolder, _ repository: Repository, at head: ObjectID?
  ) throws -> [HeldFile] {
    var known: [ObjectID: Bool] = [:]
    return try read(vault).filter { file in
      guard let outcome = file.outcome, let head else { return true }
      if let isDone = known[outcome] { return !isDone }
      let isDone =
        try repository.contains(outcome) && repository.isAncestor(outcome, of: head)
      known[outcome] = isDone
      return !isDone
    }
  }

  /// Returns when it is on disk; the caller holds the `write` lock.
  static func write(_ files: [HeldFile], to vault: VaultFolder) throws {
    var bytes: [UInt8] = []
    for file in files.sorted(by: { $0.path < $1.path }) { append(file, to: &bytes) }
    try SyncRecordFile.write(bytes, at: VaultLayout.heldBack, in: vault)
  }

  /// Changes the list, and writes it if it differs.
  static func update(
    _ vault: VaultFolder, _ change: (inout [VaultPath: HeldFile]) -> Void
  ) throws {
    let old = Dictionary(try read(vault).map { ($0.path, $0) }) { _, last in last }
    var new = old
    change(&new)
    if new != old { try write(Array(new.values), to: vault) }
  }
}

// MARK: - Lines

extension HeldFiles {
  private static func append(_ file: HeldFile, to bytes: inout [UInt8]) {
    let words = [
      file.base?.hex ?? "-", file.entry.map(word) ?? "-", file.mark?.rawValue ?? "-",
      file.outcome?.hex ?? "-",
    ]
    bytes += words.joined(separator: " ").utf8
    bytes.append(UInt8(ascii: " "))
    EscapedBytes.append(file.path.bytes, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func word(_ entry: TreeEntry) -> String {
    "\(String(entry.mode.rawValue, radix: 8)):\(entry.id.hex)"
  }

  private static func file(_ line: ArraySlice<UInt8>) -> HeldFile? {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 5, let bytes = EscapedBytes.decoded(words[4]),
      ArrivingPath.refusal(of: bytes) == nil, let path = VaultPath(bytes)
    else { return nil }
    let texts = words.map { String(decoding: $0, as: UTF8.self) }
    guard let base = id(texts[0]), let entry = entry(texts[1]), let mark = mark(texts[2]),
      let outcome = id(texts[3])
    else { return nil }
    return HeldFile(path: path, base: base, entry: entry, mark: mark, outcome: outcome)
  }

  private static func id(_ word: String) -> ObjectID?? {
    if word == "-" { return .some(nil) }
    return ObjectID(hex: word).map { .some($0) }
  }

  private static func mark(_ word: String) -> GitMark?? {
    if word == "-" { return .some(nil) }
    return GitMark(rawValue: word).map { .some($0) }
  }

  private static func entry(_ word: String) -> TreeEntry?? {
    if word == "-" { return .some(nil) }
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let mode = UInt32(parts[0], radix: 8).flatMap(FileMode.init),
      let id = ObjectID(hex: String(parts[1]))
    else { return nil }
    return TreeEntry(id: id, mode: mode)
  }
}
