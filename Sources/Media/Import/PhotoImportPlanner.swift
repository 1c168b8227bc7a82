internal import VaultFormat
internal import VaultStore

/// Decides what an import of photos does, from what is known of the files and the vault.
struct PhotoImportPlanner {
  var grouping: PhotoGrouping
  /// Where new notes go.
  var paths = NotePaths.usual
  /// The note, by its path, in which a content is already, by its digest.
  var known: [String: String] = [:]
  /// The paths that notes have already.
  var taken: Set<String> = []
  /// Whether the note at a path that is taken was made for photos of this time, and has none yet.
  var isUnfinished: (_ path: String, _ time: NoteTime) -> Bool = { _, _ in false }

  /// The plan for the files, whatever their order; of a second run after the first it is empty.
  func plan(_ candidates: [ImportCandidate]) -> PhotoImportPlan {
    var plan = PhotoImportPlan()
    let files = candidates.sorted {
      NaturalOrder.precedes(Array($0.path.utf8), Array($1.path.utf8))
    }
    var photos: [ImportCandidate] = []
    var first: [String: String] = [:]
    for file in files {
      guard file.kind == .picture || file.kind == .film else {
        plan.foreign.append(file.path)
        continue
      }
      if let twin = first[file.digest] {
        plan.doubles.append(.init(path: file.path, twin: twin, isInVault: false))
      } else {
        first[file.digest] = file.path
        photos.append(file)
      }
    }
    let taken = Set(self.taken.map { $0.lowercased() })
    var claimed: Set<String> = []
    for group in groups(PhotoShot.shots(of: photos)) {
      for file in group.flatMap(\.files) {
        guard let note = known[file.digest] else { continue }
        plan.doubles.append(.init(path: file.path, twin: note, isInVault: true))
      }
      if let note = note(group, taken, &claimed) { plan.notes.append(note) }
    }
    return plan
  }

  // MARK: - Groups

  private func groups(_ shots: [PhotoShot]) -> [[PhotoShot]] {
    var groups: [[PhotoShot]] = []
    for shot in shots.sorted(by: PhotoShot.isEarlier) {
      if let last = groups.last, belongs(shot, to: last) {
        groups[groups.count - 1].append(shot)
      } else {
        groups.append([shot])
      }
    }
    return groups
  }

  private func belongs(_ shot: PhotoShot, to group: [PhotoShot]) -> Bool {
    guard let last = group.last else { return false }
    let (time, before) = (shot.time.time, last.time.time)
    switch grouping {
    case .none: return false
    case .day: return time.day == before.day
    case .hour:
      // A day without a clock time is not within an hour of anything but the same day.
      guard time.precision == before.precision else { return false }
      guard time.precision == .second else { return time.day == before.day }
      guard time.seconds - before.seconds < 3600 else { return false }
      guard let place = shot.position,
        let placeBefore = group.last(where: { $0.position != nil })?.position
      else { return true }
      return place.distance(to: placeBefore) < 1000
    }
  }

  // MARK: - Notes

  private func note(
    _ group: [PhotoShot], _ taken: Set<String>, _ claimed: inout Set<String>
  ) -> PhotoImportPlan.Note? {
    guard let first = group.first else { return nil }
    var names: Set<String> = []
    var media: [PhotoImportPlan.Media] = []
    for shot in group {
      for (file, role) in shot.roles where known[file.digest] == nil {
        media.append(
          PhotoImportPlan.Media(
            source: file.path, name: Self.free(file.name, &names), size: file.size, role: role,
            originalID: file.originalID))
      }
    }
    guard !media.isEmpty else { return nil }
    let existing = group.lazy.flatMap(\.files).compactMap { known[$0.digest] }.first
    let (path, isNew) =
      existing.map { (path: $0, isNew: false) } ?? place(first.time.time, taken, &claimed)
    return PhotoImportPlan.Note(
      isNew: isNew, path: path, time: first.time,
      position: group.lazy.compactMap(\.position).first, media: media)
  }

  /// A name that every system accepts, and that no other file of the note has.
  private static func free(_ name: Substring, _ names: inout Set<String>) -> String {
    let wanted = PortableName.made(from: String(name.drop { $0 == "." || $0 == " " }))
    var (candidate, number) = (wanted, 1)
    while !names.insert(candidate.text.lowercased()).inserted {
      number += 1
      candidate = wanted.numbered(number)
    }
    return candidate.text
  }

  /// A path by the time, since a new note has no words.
  private func place(
    _ time: NoteTime, _ taken: Set<String>, _ claimed: inout Set<String>
  ) -> (path: String, isNew: Bool) {
    let stem = paths.stem(title: time.precision == .day ? "photos" : "", time: time)
    var (path, number) = ("\(stem).md", 1)
    while true {
      let key = path.lowercased()
      if !claimed.contains(key) {
        let isTaken = taken.contains(key)
        if !isTaken || isUnfinished(path, time) {
          claimed.insert(key)
          return (path, !isTaken)
        }
      }
      number += 1
      path = "\(stem)-\(number).md"
    }
  }
}
