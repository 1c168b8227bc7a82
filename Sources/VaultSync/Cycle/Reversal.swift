internal import Git
internal import VaultFormat

/// What the tree becomes when a step of the history is taken out of it, with all that came after it kept.
struct Reversal {
  private let repository: Repository
  private let head: Commit
  private let device: String
  private(set) var result: TreeMergeResult
  /// Files of rules that stay as they are.
  private(set) var keptRules: [VaultPath] = []

  init(
    of last: SyncRecord.Undo, at head: ObjectID, in repository: Repository, zone: TimeZoneRules,
    device: String
  ) throws {
    self.repository = repository
    self.head = try repository.commit(head)
    self.device = device
    func side(_ commit: ObjectID) throws -> TreeMerge.Side {
      // What was there before is older than every edit since: of two versions of a line the edit stays.
      let commits = SideCommits(repository, head: commit, excluding: [last.after])
      return TreeMerge.Side(
        tree: try repository.commit(commit).tree,
        history: SideHistory { try commits.lastChange(of: $0) })
    }
    result = try TreeMerge(
      base: repository.commit(last.after).tree, ours: side(head), theirs: side(last.before),
      reader: TreeReader(repository, at: head), zone: zone
    ).result()
    try keepRules()
  }

  /// Keeps the rules that are there, and adds those that come back: what a rule kept private meanwhile would be recorded
  /// at once, and sent.
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
      message: "Take back the last sync\n\n\(DeviceTrailer.line(device))\n",
      events: result.report.events)
  }

  /// Nil where nothing of it is left to take back.
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
  /// Rules without the lines that take others back: what is not to be ignored, or is to have no filter.
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
