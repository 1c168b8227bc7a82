internal import VaultFormat

extension SyncReport {
  /// Adds a remark unless the report has it.
  mutating func remark(_ remark: SyncRemark) {
    if !remarks.contains(remark) { remarks.append(remark) }
  }

  /// Files that the report mentions in an event.
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
