internal import VaultFormat
internal import VaultStore

extension CheckReport {
  /// Reports broken links, and adds repairs for media folders without a note that links lead to.
  mutating func checkLinks(_ shards: [CheckShard], _ names: NameIndex, in folder: VaultFolder) {
    var resolver = LinkResolver(names, folder)
    var claims = OrphanClaims(shards)
    for (number, shard) in shards.enumerated() {
      var note = NoteLinks(shard: number, note: -1, path: nil)
      for link in shard.links where link.note >= 0 {
        if Int(link.note) != note.note {
          flush(note)
          note = NoteLinks(
            shard: number, note: Int(link.note), path: shard.path(ofNote: Int(link.note)))
        }
        let text = shard.destinations[link.destination.range]
        let answer = resolver.resolve(text, link.kind, from: note.path?.parent)
        claims.record(answer, from: note)
        note.add(link, text, answer: answer, names: names)
      }
      flush(note)
    }
    claims.addRepairs(to: &self, shards: shards, names: names)
  }

  private mutating func flush(_ note: NoteLinks) {
    guard let path = note.path else { return }
    for problem in note.problems {
      let times = problem.count > 1 ? " (\(problem.count) times in this note)" : ""
      var finding = problem.finding
      finding.message += times
      findings.append(LocatedFinding(path, finding))
    }
  }

  /// Adds the repairs of files left over from interrupted writes.
  mutating func addLeftovers(_ shards: [CheckShard]) {
    var counts: [VaultPath?: Int] = [:]
    for folder in shards.flatMap(\.leftovers) { counts[folder, default: 0] += 1 }
    let sorted = counts.sorted {
      ($0.key?.bytes ?? []).lexicographicallyPrecedes($1.key?.bytes ?? [])
    }
    repairs += sorted.map { .putAway(leftoversIn: $0.key, count: $0.value) }
  }
}
