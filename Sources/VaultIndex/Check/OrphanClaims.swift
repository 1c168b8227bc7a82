internal import VaultFormat
internal import VaultStore

/// Finds the notes that link into media folders without a note (docs/vault-format.md, rule V-6).
struct OrphanClaims {
  /// The notes with links into each such folder.
  private var claims: [VaultPath: Set<Note>] = [:]

  private struct Note: Hashable {
    var shard: Int
    var note: Int
  }

  init(_ shards: [CheckShard]) {
    for shard in shards { for orphan in shard.orphans { claims[orphan] = [] } }
  }

  mutating func record(_ answer: LinkResolver.Answer, from note: NoteLinks) {
    guard !claims.isEmpty else { return }
    let target: VaultPath? =
      switch answer {
      case .found(let path): path
      case .byName(let path, isUnique: true): path
      default: nil
      }
    if let orphan = orphan(above: target) {
      claims[orphan]?.insert(Note(shard: note.shard, note: note.note))
    }
  }

  /// The media folder without a note that contains a file, if any.
  private func orphan(above path: VaultPath?) -> VaultPath? {
    var folder = path?.parent
    while let place = folder, claims[place] == nil { folder = place.parent }
    return folder
  }

  /// Moves a folder to the only note that links into it, if that note has no media folder and links into no other.
  ///
  /// A folder that contains notes stays, since a media folder would hide them.
  func addRepairs(to report: inout CheckReport, shards: [CheckShard], names: NameIndex) {
    guard !claims.isEmpty else { return }
    let withNotes = orphansWithNotes(shards)
    var wanted: [Note: [VaultPath]] = [:]
    for (orphan, notes) in claims where notes.count == 1 && !withNotes.contains(orphan) {
      if let note = notes.first { wanted[note, default: []].append(orphan) }
    }
    var moves: [(VaultPath, VaultPath)] = []
    for (note, orphans) in wanted where orphans.count == 1 {
      let shard = shards[note.shard]
      guard let orphan = orphans.first, !shard.notes[note.note].hasMediaFolder,
        let media = MediaFolder(of: shard.path(ofNote: note.note)),
        !names.contains(media.path.bytes),
        media.twin.map({ !names.contains($0.bytes) }) ?? true
      else { continue }
      moves.append((orphan, media.path))
    }
    report.repairs += moves.sorted { $0.0 < $1.0 }.map { .moveMedia($0, to: $1) }
  }

  private func orphansWithNotes(_ shards: [CheckShard]) -> Set<VaultPath> {
    var found: Set<VaultPath> = []
    for shard in shards {
      for note in shard.index.notes {
        var folder = shard.index.folders[Int(note.folder)]
        while let path = folder {
          if claims[path] != nil { found.insert(path) }
          folder = path.parent
        }
      }
    }
    return found
  }
}
