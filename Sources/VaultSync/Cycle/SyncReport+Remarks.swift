internal import VaultFormat

extension SyncReport {
  /// Adds what is not said yet.
  mutating func remark(_ remark: SyncRemark) {
    if !remarks.contains(remark) { remarks.append(remark) }
  }

  /// Adds what was recorded, or would be.
  ///
  /// - Parameter repository: has the objects of the changes.
  mutating func add(_ plan: RecordPlan, in repository: Repository) {
    // Where somebody said no, they need not be told each time.
    heldBack = plan.leftOut.filter { $0.reason != .otherFile(isAnswered: true) }
    if !plan.stamps.isEmpty { remark(.stamped(plan.stamps.count)) }
    for move in plan.movedMedia { remark(.movedMedia(from: move.from, to: move.to)) }
    findings += plan.findings
    committed.add(ChangeList(plan.changes.map(\.inTree), in: repository))
  }

  /// The files of which more is said than that they changed.
  var eventPaths: Set<VaultPath> {
    var paths: Set<VaultPath> = []
    for event in events {
      paths.insert(event.path)
      switch event.kind {
      case .conflictCopy(let copy, _): paths.insert(copy)
      case .moved(let old), .followedNote(let old): paths.insert(old)
      default: break
      }
    }
    return paths
  }
}
