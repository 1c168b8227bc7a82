package import Git
internal import VaultFormat
internal import VaultStore
package import VaultSync

/// What a sync did, for people; the texts may contain control characters.
package struct SyncReportText: Sendable {
  /// A line for each note.
  package private(set) var rows: [TextRow] = []
  package private(set) var warnings: [String] = []
  /// The last one is the sum.
  package private(set) var remarks: [String] = []

  /// The number listed of each kind; the sum counts all.
  private static let limit = 30

  private let paths: PathDisplay

  package init(_ report: SyncReport, _ paths: PathDisplay) {
    self.paths = paths
    addRows(report)
    for skipped in report.heldBack.prefix(Self.limit) {
      warnings.append("\(paths.text(skipped.path)): \(skipped.words(paths))")
    }
    let more = report.heldBack.count - Self.limit
    if more > 0 { warnings.append("and \(more.counted("more file"))") }
    for file in report.kept { warnings.append("\(paths.text(file.path)): \(file.words)") }
    for entry in report.leftovers {
      warnings.append(
        "\(paths.text(entry.origin)) was saved while tl replaced it; that version is in the trash: "
          + "tl trash restore \(entry.number)")
    }
    remarks = report.remarks.map { $0.words(paths) } + [report.sum]
  }

  private mutating func addRows(_ report: SyncReport) {
    add("received", report.arrived)
    add("undone", report.undone)
    if report.isHandedOn {
      add("sent", report.sent.without(report.undone))
    } else {
      add("committed", report.committed)
    }
    let undone = Set(report.undone.notes.map(\.path))
    for event in report.events where !(undone.contains(event.path) && event.isToldByUndone) {
      let words = event.words(
        undoing: !report.undone.isEmpty, isTheirs: report.renamedTheirs.contains(event.path), paths)
      add(event.label, event.path, words: words)
    }
  }

  private mutating func add(_ label: String, _ list: ChangeList) {
    for note in list.notes.prefix(Self.limit) {
      add(label, note.path, words: note.title + note.words(paths))
    }
    if list.notes.count > Self.limit {
      add(label, "and \(list.notes.count - Self.limit) more")
    }
    for path in list.others.prefix(Self.limit) { add(label, path, words: "") }
    if list.others.count > Self.limit {
      add(label, "and \((list.others.count - Self.limit).counted("more file"))")
    }
    if list.media > 0 { add(label, list.media.counted("media file")) }
  }

  private mutating func add(_ label: String, _ path: VaultPath, words: String) {
    add(label, words.isEmpty ? paths.text(path) : "\(paths.text(path))  \(words)")
  }

  private mutating func add(_ label: String, _ text: String) {
    rows.append(TextRow(label, text))
  }
}

extension SyncReport {
  /// `3 notes received, 1 note sent, 1 merged, 1 conflict kept as a copy`, and the state of the remote.
  var sum: String {
    let counts = counts
    let sum = counts.isEmpty ? "nothing to sync" : counts
    return switch network {
    case .done where !counts.isEmpty: sum
    case .done where remarks.contains(.emptiedByHooks): "nothing was committed"
    case .done: hasHeldBack ? "everything else is up to date" : "up to date"
    case .noRemote: sum + "; there is no remote (tl remote set URL names one)"
    case .notPushed: sum + "; not pushed (--no-push)"
    case .failed, .keepsMoving, .withheld: sum
    }
  }

  /// The counts alone; empty if nothing was done.
  package var counts: String {
    var parts: [String] = []
    if !arrived.isEmpty { parts.append("\(arrived.words) received") }
    switch arrived.notes.count(where: \.isConflictCopy) {
    case 0: break
    case 1: parts.append("1 note has two versions; tl conflict shows it")
    case let count: parts.append("\(count) notes have two versions; tl conflict shows them")
    }
    if !undone.isEmpty { parts.append("\(undone.words) undone") }
    if !sent.isEmpty { parts.append("\(sent.words) sent") }
    if !isHandedOn, !committed.isEmpty { parts.append("\(committed.words) committed") }
    if mergedCount > 0 { parts.append("\(mergedCount) merged") }
    switch conflictCount {
    case 0: break
    case 1: parts.append("1 conflict kept as a copy; tl conflict shows it")
    default: parts.append("\(conflictCount) conflicts kept as copies; tl conflict shows them")
    }
    return parts.joined(separator: ", ")
  }

  /// Whether the commits are on the remote.
  fileprivate var isHandedOn: Bool {
    if case .done = network { true } else { false }
  }
}

extension ChangeList.NoteLine {
  /// The suffix of the title.
  fileprivate func words(_ paths: PathDisplay) -> String {
    switch kind {
    case .removed: " (removed)"
    case .moved: origin.map { " (moved from \(paths.text($0)))" } ?? ""
    case .added where isConflictCopy: " (another version of it)"
    case .added, .changed: ""
    }
  }
}

extension ChangeList {
  /// Without changes that `said` has.
  fileprivate func without(_ said: ChangeList) -> ChangeList {
    let (notes, others) = (Set(said.notes.map(\.path)), Set(said.others))
    var list = self
    list.notes.removeAll { notes.contains($0.path) }
    list.others.removeAll(where: others.contains)
    list.media = max(0, list.media - said.media)
    return list
  }

  /// The number of notes, or else of media and other files.
  package var count: Int { notes.isEmpty ? media + others.count : notes.count }

  /// `3 notes`, or `1 file` if there are no notes.
  fileprivate var words: String { count.counted(notes.isEmpty ? "file" : "note") }
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

  /// - Parameters:
  ///   - undoing: one side is the state before the undone sync.
  ///   - isTheirs: the file came with this sync.
  fileprivate func words(undoing: Bool, isTheirs: Bool, _ paths: PathDisplay) -> String {
    switch kind {
    case .merged: "\(title) (both changes)"
    case .fieldDecided(let key, .later, let device):
      "\(key): changed on both devices; the later value, of \(device), is kept"
    case .fieldDecided(let key, .changeSurvives, let device):
      "\(key): removed on one device; kept as \(device) changed it"
    case .fieldDecided(let key, .smallerID, _):
      "\(key): set on both devices; the smaller one is kept"
    case .bothEventsKept(let time):
      "the event of \(time.rfc3339) was written differently on both devices; both are kept"
    case .conflictCopy(let copy, _) where undoing:
      "changed since; the earlier version is in \(paths.text(copy))"
    case .conflictCopy(let copy, let device): "the version of \(device) is in \(paths.text(copy))"
    case .editSurvivedDelete where undoing, .keptForMedia where undoing:
      "received by that sync and changed since: kept"
    case .editSurvivedDelete: "deleted on one device, changed on another: kept"
    case .keptForMedia: "deleted on one device, but another added media: kept"
    case .moved(let old): "moved here from \(paths.text(old)), with the changes of both"
    case .movedApart(let other): "moved on both devices; \(paths.text(other)) was the other place"
    case .renamed(let wanted) where isTheirs:
      "their \(paths.text(wanted)) is \(paths.text(path)) here; you had made a \(paths.text(wanted)) too"
    case .renamed(let wanted):
      "your \(paths.text(wanted)) is \(paths.text(path)) now; another device had made a \(paths.text(wanted)) too"
    case .followedNote(let old): "moved along with its note, from \(paths.text(old))"
    case .laterVersion(let other, let device):
      "changed on both devices; the version of \(device) is \(other.hex.prefix(12)) in git"
    }
  }
}

extension SkippedPath {
  package func words(_ paths: PathDisplay) -> String {
    let words = reasonWords(paths)
    return hasOtherVersion
      ? "\(words); it was changed elsewhere too; both are merged when this one is committed"
      : words
  }

  private func reasonWords(_ paths: PathDisplay) -> String {
    switch reason {
    case .link: "symbolic links are skipped"
    case .special: "not a regular file; skipped"
    case .repository: "a separate git repository; skipped"
    case .unreadable(let words): "cannot be read, so its last commit stays: \(words)"
    case .unreadableRules(let rules): "skipped while \(paths.text(rules)) cannot be read"
    case .needsGit(let name): "not committed: \(name) needs the git program"
    case .needsFilter(let name):
      "not committed: git's filter \(name) is not set up on this device"
    case .largeFile(let size, let limit):
      "not committed: \(ByteCount(size)) is over the limit of \(ByteCount(limit)) (media.max_size)"
    case .largeSync(let size, let limit):
      "not committed: the new files have \(ByteCount(size)) together, over the limit of \(ByteCount(limit)) (media.max_sync)"
    case .tooLarge(let limit): "not committed: it is over \(ByteCount(limit))"
    case .heldDeletion: "deleted here; the deletion is not committed yet"
    case .otherFile(isAnswered: true): "not committed: not a note, media or settings"
    case .otherFile(isAnswered: false):
      "not committed: not a note, media or settings; tl sync --allow-other-files commits such files"
    case .blocked(let path): "waits for \(paths.text(path))"
    case .conflictMarkers(let line):
      "not committed: line \(line) is a conflict marker; keep what is right and remove the markers"
    case .refusedPath(let reason):
      "not committed: other devices refuse its name (\(RefusedPath(path.bytes, reason)))"
    case .longPath(let limit): "not committed: its path is longer than \(limit) bytes"
    case .excluded:
      "not committed: it was taken out of the unsent commits; another version of it is committed again"
    case .refused(let words): "git refused it: \(words)"
    case .flagged(let mark): "not committed: git update-index --\(mark.rawValue) was used on it"
    }
  }
}

extension GitOnlyFile {
  package var words: String {
    switch reason {
    case .clash: "is kept in git only: on this disk its name is the same as another file's"
    case .ignored: "is kept in git only: a file that git ignores has its name"
    case .inTheWay: "is kept in git only: something else has its name"
    case .refusedName: "is kept in git only: this disk refuses its name"
    case .tooLarge: "is kept in git only: it has over \(ByteCount(Int64(Repository.largestBlob)))"
    case .held:
      "what others changed in it waits in git, and is merged when your change is committed"
    }
  }
}

extension SyncRemark {
  fileprivate func words(_ paths: PathDisplay) -> String {
    switch self {
    case .defaultIdentity(let name, let email):
      "commits are made as \(name) <\(email)>; git config --global user.name NAME and user.email set another name"
    case .serverHooksDidNotRun:
      "the hooks of the remote folder did not run: they need the git program"
    case .branch(let name): "synced with the branch \(name.withoutHeads) of the remote"
    case .recovered: "an interrupted sync was completed or undone first"
    case .unfinished: SyncStatus.unfinishedWords
    case .upstreamSet(let remote, let branch):
      "this vault is synced with the branch \(branch.withoutHeads) of \(remote)"
    case .keptChanging(let files):
      "\(files.first.map(paths.text) ?? "a file") kept changing; the next sync receives what others changed in it"
    case .openElsewhere(let path):
      "\(paths.text(path)) is open for writing in another program; what others changed in it waits until that has closed it"
    case .stamped(let count):
      "updated was set to the time of the change in \(count.counted("note"))"
    case .tookOutMarkers(let files):
      "git's conflict markers between the events of \(files.map(paths.text).joined(separator: ", ")) were taken out; the events of both versions are there"
    case .movedMedia(let old, let new): "\(paths.text(old)) followed its note to \(paths.text(new))"
    case .server(let text): "the remote says: \(text)"
    case .pushedTo(let address, let branch):
      "sent to the branch \(branch.withoutHeads) of \(address), as git's settings say"
    case .droppedUnsent(let files, let commits, let isAsked):
      "\(files.words) taken out of \(commits == 1 ? "1 commit" : "\(commits) commits") that \(commits == 1 ? "was" : "were") not sent"
        + (isAsked
          ? "" : ": the remote refused them, and takes the rest without what is deleted here")
        + files.placeWords
    case .clockAhead(let device, let time, let now):
      "what came from \(device) is dated \(TimeText.minute(time)), and the clock here shows \(TimeText.minute(now)): one of the two clocks is wrong"
    case .emptiedByHooks:
      "a hook of git removed everything from the commit; git status shows what changed"
    case .rulesStay(let files):
      "\(files.stayingWords(paths)) as before: what such a file hides or has encrypted would be sent otherwise"
    case .largeFilesMissing(let names):
      "neither this device nor the remote has these files of Git LFS: \(names.joined(separator: ", "))"
    case .largeFilesStay(let error):
      "files of Git LFS that the remote may lack were not sent, and the next sync tries again: \(Problem(error).message)"
    case .trackingStays(let branch, let message):
      "git's record of the remote's branch \(branch.withoutHeads) stays as it was (\(message)); git remote prune may help"
    }
  }
}

extension [VaultPath] {
  /// Files that stay as they are.
  func stayingWords(_ paths: PathDisplay) -> String {
    map(paths.text).joined(separator: ", ") + (count == 1 ? " stays" : " stay")
  }
}

extension [DroppedFile] {
  fileprivate var words: String {
    let name = first?.path.text ?? "nothing"
    return count > 1 ? "\(name) and \(count - 1) more were" : "\(name) was"
  }

  fileprivate var placeWords: String {
    let numbers = compactMap(\.trashNumber)
    var words = numbers.count < count ? "; it stays in this folder" : ""
    if let number = numbers.first {
      words += "; its content is in the trash: tl trash restore \(number)"
    }
    return words
  }
}

extension TransferProgress.Phase {
  /// The action, for a line of progress.
  package var words: String {
    switch self {
    case .connecting: "connecting"
    case .receiving: "receiving"
    case .resolving: "unpacking"
    case .packing: "packing"
    case .sending: "sending"
    }
  }
}
