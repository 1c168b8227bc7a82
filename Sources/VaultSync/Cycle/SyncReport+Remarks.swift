internal import VaultFormat

extension SyncReport {
  /// Adds what is not said yet.
  mutating func remark(_ remark: SyncRemark) {
    if !remarks.contains(remark) { remarks.append(remark) }
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
