internal import VaultFormat
internal import VaultStore
internal import VaultSync

/// What a sync did, for people: a line for each note, and the sum at the end.
struct SyncReportLines {
  private let report: SyncReport
  private let console: Console

  /// Of each kind so many are listed; the sum counts them all.
  private static let limit = 30

  init(_ report: SyncReport, _ console: Console) {
    self.report = report
    self.console = console
  }

  func print(asJSON: Bool) throws {
    if asJSON {
      try console.line(SyncReportJSON.value(of: report).pretty)
    } else {
      try printLines()
    }
    for leftOut in report.heldBack.prefix(Self.limit) {
      console.warn("\(leftOut.path.text): \(leftOut.words)")
    }
    let more = report.heldBack.count - Self.limit
    if more > 0 { console.warn("and \(more) more files") }
    for file in report.kept { console.warn("\(file.path.text): \(file.words)") }
    for entry in report.leftovers {
      console.warn(
        "\(entry.origin.text) was saved in the moment it was replaced; that version is in the trash: "
          + "tl trash restore \(entry.number)")
    }
    for remark in report.remarks { console.say(remark.words) }
    console.say(report.sum)
  }

  private func printLines() throws {
    try print("in", report.arrived)
    try print("undone", report.undone)
    if report.isHandedOn {
      try print("out", report.sent.without(report.undone))
    } else {
      try print("recorded", report.committed)
    }
    let undone = Set(report.undone.notes.map(\.path))
    for event in report.events where !(undone.contains(event.path) && event.isToldByUndone) {
      try line(event.label, event.path, event.words(undoing: !report.undone.isEmpty))
    }
  }

  private func print(_ label: String, _ list: ChangeList) throws {
    for note in list.notes.prefix(Self.limit) {
      try line(label, note.path, note.title + note.words)
    }
    if list.notes.count > Self.limit {
      try line(label, "and \(list.notes.count - Self.limit) more")
    }
    for path in list.others.prefix(Self.limit) { try line(label, path, "") }
    if list.others.count > Self.limit {
      try line(label, "and \(list.others.count - Self.limit) more files")
    }
    if list.media > 0 {
      try line(label, list.media == 1 ? "1 media file" : "\(list.media) media files")
    }
  }

  private func line(_ label: String, _ path: VaultPath, _ words: String) throws {
    try line(label, words.isEmpty ? path.text : "\(path.text)  \(words)")
  }

  private func line(_ label: String, _ text: String) throws {
    try console.line(
      "\(console.style.cyan(DisplayWidth.pad(label, to: 8)))  \(TerminalText.line(text))")
  }
}

extension SyncReport {
  /// `3 in, 1 out, 1 merged, 1 conflict kept as a copy`, and what became of the remote.
  var sum: String {
    let counts = counts
    var sum = counts.isEmpty ? "nothing new here" : counts
    switch network {
    case .done: if counts.isEmpty { sum = hasHeldBack ? "all else is up to date" : "up to date" }
    case .noRemote: sum += "; there is no remote (tl remote set URL names one)"
    case .notPushed: sum += "; nothing was handed on (--no-push)"
    case .failed, .keepsMoving: break
    }
    return sum
  }

  /// The counts alone; empty where nothing was done.
  var counts: String {
    var parts: [String] = []
    if !arrived.isEmpty { parts.append("\(arrived.count) in") }
    switch arrived.notes.count(where: \.isConflictCopy) {
    case 0: break
    case 1: parts.append("1 note has two versions; tl conflicts shows it")
    case let count: parts.append("\(count) notes have two versions; tl conflicts shows them")
    }
    if !undone.isEmpty { parts.append("\(undone.count) taken back") }
    if !sent.isEmpty { parts.append("\(sent.count) out") }
    if !isHandedOn, !committed.isEmpty {
      parts.append("\(committed.count) recorded")
    }
    if mergedCount > 0 { parts.append("\(mergedCount) merged") }
    switch conflictCount {
    case 0: break
    case 1: parts.append("1 conflict kept as a copy; tl conflicts shows it")
    default: parts.append("\(conflictCount) conflicts kept as copies; tl conflicts shows them")
    }
    return parts.joined(separator: ", ")
  }
}

extension SyncReport {
  /// What was recorded is with the remote.
  fileprivate var isHandedOn: Bool {
    if case .done = network { true } else { false }
  }
}

extension ChangeList.NoteLine {
  /// Behind the title.
  fileprivate var words: String {
    switch kind {
    case .removed: " (removed)"
    case .moved: origin.map { " (moved from \($0.text))" } ?? ""
    case .added where isConflictCopy: " (another version of it)"
    case .added, .changed: ""
    }
  }
}

extension ChangeList {
  /// What is not said twice.
  fileprivate func without(_ said: ChangeList) -> ChangeList {
    let (notes, others) = (Set(said.notes.map(\.path)), Set(said.others))
    var list = self
    list.notes.removeAll { notes.contains($0.path) }
    list.others.removeAll(where: others.contains)
    list.media = max(0, list.media - said.media)
    return list
  }

  /// Notes, and what belongs to none of those listed.
  var count: Int { notes.isEmpty ? media + others.count : notes.count }
}

// MARK: - Words

extension MergeEvent {
  /// The line of a note that an undo brings back says as much.
  fileprivate var isToldByUndone: Bool {
    switch kind {
    case .merged, .editSurvivedDelete, .keptForMedia: true
    default: false
    }
  }

  fileprivate var label: String {
    switch kind {
    case .merged: "merged"
    case .conflictCopy: "conflict"
    default: "kept"
    }
  }

  /// - Parameter undoing: one side is what was there before a sync that is taken back.
  fileprivate func words(undoing: Bool) -> String {
    switch kind {
    case .merged: "\(title) (both changes)"
    case .fieldDecided(let key, .later, let device): "\(key): the later value, of \(device)"
    case .fieldDecided(let key, .changeSurvives, let device):
      "\(key): removed elsewhere, kept as \(device) changed it"
    case .fieldDecided(let key, .smallerID, _):
      "\(key): both devices gave it one; the smaller counts"
    case .conflictCopy(let copy, _) where undoing:
      "changed since; as it was before is in \(copy.text)"
    case .conflictCopy(let copy, let device): "the version of \(device) is in \(copy.text)"
    case .editSurvivedDelete where undoing, .keptForMedia where undoing:
      "came with that sync, and was changed since: kept"
    case .editSurvivedDelete: "deleted on one device, changed on another: kept"
    case .keptForMedia: "deleted on one device, but another added media: kept"
    case .moved(let old): "moved here from \(old.text), with the changes of both"
    case .movedApart(let other): "moved on both devices; not to \(other.text)"
    case .renamed(let wanted): "named so because another file is \(wanted.text)"
    case .followedNote(let old): "moved along with its note, from \(old.text)"
    case .laterVersion(let other, let device):
      "the later version; that of \(device) is \(other.hex.prefix(12)) in git"
    }
  }
}

extension LeftOut {
  var words: String {
    switch reason {
    case .link: "a link is not recorded"
    case .special(let kind): "\(kind) is not recorded"
    case .repository: "a repository of its own is not recorded"
    case .unreadable(let words): "cannot be read, so it stays as it was recorded: \(words)"
    case .unreadableRules(let rules): "not recorded while \(rules.text) cannot be read"
    case .needsGit(let name): "not recorded: \(name) needs the git program"
    case .largeFile(let size, let limit):
      "not recorded: it has \(ByteCount(size)), more than \(ByteCount(limit)) (media.max_size)"
    case .largeSync(let size, let limit):
      "not recorded: the new files have \(ByteCount(size)), more than \(ByteCount(limit)) at once (media.max_sync)"
    case .tooLarge(let limit): "not recorded: it has more than \(ByteCount(limit))"
    case .heldDeletion: "it is gone from this folder, and that is not recorded yet"
    case .otherFile: "not recorded: no note, media or settings"
    case .waits(let path): "waits for \(path.text)"
    case .conflictMarkers(let line):
      "not recorded: line \(line) begins an unsettled merge; keep what is right and remove the marks"
    case .refusedPath(let reason):
      "not recorded: no other device would take its name (\(RefusedPath(path.bytes, reason)))"
    case .longPath(let limit): "not recorded: its path has more than \(limit) bytes"
    case .refused(let words): "git does not take it: \(words)"
    }
  }
}

extension KeptFile {
  var words: String {
    switch reason {
    case .clash: "is kept in git only: this disk takes its name for that of another file"
    case .ignored: "is kept in git only: a file that git ignores has its name"
    case .inTheWay: "is kept in git only: something else has its name"
    case .refusedName: "is kept in git only: this disk takes no such name"
    case .held: "what arrived waits in git: the file has changes that are held back"
    }
  }
}

extension SyncRemark {
  fileprivate var words: String {
    switch self {
    case .madeUpIdentity(let name, let email):
      "what is recorded bears the name \(name) <\(email)>; git config --global user.name NAME, and user.email, set another"
    case .serverHooksDidNotRun: "without the git program the hooks of that folder did not run"
    case .branch(let name): "synced with the branch \(name.shortBranch) of the remote"
    case .recovered: "an interrupted sync was put right first"
    case .upstreamSet(let remote, let branch):
      "this vault is synced with the branch \(branch.shortBranch) of \(remote) from now on"
    case .keptChanging(let paths):
      "\(paths.first?.text ?? "a file") kept changing; what others did to it waits for the next sync"
    case .stamped(let count):
      "updated was set to the time of the change in \(count == 1 ? "1 note" : "\(count) notes")"
    case .movedMedia(let old, let new): "\(old.text) followed its note to \(new.text)"
    case .server(let text): "the remote says: \(text)"
    }
  }
}

extension String {
  /// A branch without `refs/heads/`.
  var shortBranch: String {
    let folder = "refs/heads/"
    return hasPrefix(folder) ? String(dropFirst(folder.count)) : self
  }
}

extension TransferProgress.Phase {
  /// What is done.
  var words: String {
    switch self {
    case .connecting: "asking the remote"
    case .receiving: "receiving"
    case .resolving: "putting together"
    case .packing: "packing"
    case .sending: "sending"
    }
  }
}
