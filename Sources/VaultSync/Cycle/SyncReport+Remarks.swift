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
      if case .conflictCopy(let copy, _) = event.kind { paths.insert(copy) }
    }
    return paths
  }
}
