internal import Git
internal import VaultFormat

/// The tree without one step of the history, keeping all later changes.
struct Reversal {
  private let repository: Repository
  private let head: Commit
  private let device: String
  private(set) var result: TreeMergeResult
  /// Ignore and attribute files that stay unchanged.
  private(set) var keptRules: [VaultPath] = []

  init(
    of last: SyncRecord.Undo, at head: ObjectID, in repository: Repository, zone: TimeZoneRules,
    device: String
  ) throws {
    self.repository = repository
    self.head = try repository.commit(head)
    self.device = device
    func side(_ commit: ObjectID) throws -> TreeMerge.Side {
      // The previous version counts as older than every edit since: of two versions of a line the edit stays.
      TreeMerge.Side(
        tree: try repository.commit(commit).tree,
        history: SideHistory(of: commit, excluding: last.after, in: repository))
    }
    result = try TreeMerge(
      base: repository.commit(last.after).tree, ours: side(head), theirs: side(last.before),
      reader: TreeReader(repository, at: head), zone: zone
    ).result()
    try keepRules()
  }

  /// Keeps the present rules, and adds restored ones: without a rule, private files would be recorded and pushed at
  /// once.
  private mutating func keepRules() throws {
    for (path, change) in result.changesToOurs.sorted(by: { $0.key < $1.key }) where path.isRules {
      let present = try repository.entry(at: path, inTree: head.tree)
      guard present?.mode.isRegular != false else { continue }
      let ours = try present.map { try repository.blob($0.id) } ?? []
      var wanted: [UInt8] = []
      if let change, change.mode.isRegular {
        wanted = try result.newBlobs[change.id] ?? repository.blob(change.id)
      }
      let all = LineMerge(base: [], left: ours, right: wanted.withoutExceptions)
        .united(isRightLast: false)
      if all != wanted { keptRules.append(path) }
      guard all != ours else {
        result.changesToOurs[path] = nil
        continue
      }
      let id = Repository.idOfBlob(all)
      result.newBlobs[id] = all
      result.changesToOurs[path] = .some(TreeEntry(id: id, mode: present?.mode ?? .file))
    }
  }

  /// Its objects are written.
  func commit() throws -> PlannedCommit {
    for bytes in result.newBlobs.values { _ = try repository.writeBlob(bytes) }
    return PlannedCommit(
      tree: try repository.writeTree(head.tree, applying: result.changesToOurs),
      parents: [head.id],
      message: "Undo the last sync\n\n\(DeviceTrailer.line(device))\n",
      events: result.events)
  }

  /// Nil if nothing is left to undo.
  ///
  /// - Throws: `.undoesRulesAlone`.
  func plan() throws -> UndoPlan? {
    guard !result.changesToOurs.isEmpty else {
      guard keptRules.isEmpty else { throw SyncError.undoesRulesAlone(keptRules) }
      return nil
    }
    let commit = try commit()
    return UndoPlan(
      commit: commit, changes: try repository.changes(from: head.tree, to: commit.tree),
      keptRules: keptRules)
  }
}

extension [UInt8] {
  /// Rules without the exceptions: lines that unignore files or unset filters.
  fileprivate var withoutExceptions: [UInt8] {
    let lines = split(separator: 0x0A, omittingEmptySubsequences: false)
    return Array(lines.filter { !Self.isException($0) }.joined(separator: [0x0A]))
  }

  private static func isException(_ line: ArraySlice<UInt8>) -> Bool {
    if line.first == UInt8(ascii: "!") { return true }
    let words = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.dropFirst()
    return words.contains { $0.elementsEqual("-filter".utf8) || $0.elementsEqual("!filter".utf8) }
  }
}
