internal import SystemCalls
package import VaultFormat

/// How an operation is taken back: a value, which can be shown before it is carried out.
///
/// What was written since stays: a text is merged with what the operation replaced. What cannot be taken back without a
/// loss is an obstacle, and stays as it is.
package struct OperationReversal: Sendable {
  package enum Step: Hashable, Sendable {
    /// The text gets back what the operation changed in it; `isMerged` if it was changed since.
    case restore(VaultPath, Revert, isMerged: Bool)
    /// A file that the operation made goes to the trash, a note with its media.
    case remove(VaultPath)
    case move(VaultPath, to: VaultPath)
    /// An entry of the trash comes back.
    case bringBack(VaultPath, entry: Int)

    /// Where the file is before the step, or will be if there is none.
    package var path: VaultPath {
      switch self {
      case .restore(let path, _, _), .remove(let path), .move(let path, _),
        .bringBack(let path, _):
        path
      }
    }
  }

  package enum Obstacle: Hashable, Sendable {
    /// It was changed since, in what the operation changed.
    case changed(VaultPath)
    /// It is not there any more.
    case missing(VaultPath)
    /// It is not in the trash any more.
    case notInTrash(VaultPath)
    /// Something else has its former name.
    case taken(VaultPath)

    package var path: VaultPath {
      switch self {
      case .changed(let path), .missing(let path), .notInTrash(let path), .taken(let path): path
      }
    }
  }

  /// In the order in which they are carried out.
  package private(set) var steps: [Step] = []
  package private(set) var obstacles: [Obstacle] = []

  /// The most steps of a part.
  private static let partLimit = 50

  /// The steps in parts, each of which is made with the vault's lock, so that other programs get their turn in between.
  package var parts: [ArraySlice<Step>] {
    stride(from: 0, to: steps.count, by: Self.partLimit).map {
      steps[$0..<min($0 + Self.partLimit, steps.count)]
    }
  }

  /// Why the file of a step stays as it is.
  package enum Failure: Sendable {
    /// It has been changed since the plan was made.
    case obstacle(Obstacle)
    case error(any Error, at: VaultPath)

    package var path: VaultPath {
      switch self {
      case .obstacle(let obstacle): obstacle.path
      case .error(_, let path): path
      }
    }
  }

  /// - Parameter zone: of the vault.
  package init(
    of operation: LoggedOperation, in vault: VaultFolder, zone: TimeZoneRules
  ) throws(StoreError) {
    var planned = PlannedFolder(vault)
    var trash = TrashContents(vault)
    let firstNotes = operation.firstNotes
    for (number, change) in operation.changes.enumerated().reversed() {
      let isDecided = !operation.undecided.contains(number)
      switch change {
      case .text(let path, let before, let after):
        try take(path, Revert(before: before, after: after), &planned, isDecided, zone)
      case .moved(let path, let new): try move(new, backTo: path, &planned, isDecided)
      case .removed(let path, let content):
        if planned.keep(path, content) {
          // What the operation removed and brought back goes nowhere.
          planned.dropped.formUnion(planned.removals.removeValue(forKey: path) ?? [])
        } else if let entry = try trash.entry(of: path, content) {
          planned.bringBack(entry)
          steps.append(.bringBack(path, entry: entry.number))
        } else if isDecided {
          obstacles.append(.notInTrash(path))
        }
      case .broughtBack(let path):
        if try planned.status(path) != nil {
          remove(path, &planned)
        } else {
          obstacles.append(.missing(path))
        }
      case .added(let path, let content):
        // Goes with its note.
        if let folder = path.parent, let note = firstNotes[folder], note < number { continue }
        guard let present = planned.present(path), try vault.exists(present) else { continue }
        if try FileChange.Content(of: present, in: vault) == content {
          remove(path, &planned)
        } else {
          obstacles.append(.changed(path))
        }
      }
    }
    if !planned.dropped.isEmpty {
      steps = steps.indices.filter { !planned.dropped.contains($0) }.map { steps[$0] }
    }
  }

  private mutating func remove(_ path: VaultPath, _ planned: inout PlannedFolder) {
    planned.remove(path)
    planned.removals[path, default: []].append(steps.count)
    steps.append(.remove(path))
  }

  private mutating func take(
    _ path: VaultPath, _ revert: Revert, _ planned: inout PlannedFolder, _ isDecided: Bool,
    _ zone: TimeZoneRules
  ) throws(StoreError) {
    guard let present = try planned.text(path) else {
      if revert.before != nil { obstacles.append(.missing(path)) }
      return
    }
    guard revert.before != nil else {
      if present == revert.after {
        remove(path, &planned)
      } else if isDecided {
        obstacles.append(.changed(path))
      }
      return
    }
    if !isDecided, present != revert.after { return }
    if present == revert.before { return }
    let outcome = revert.outcome(of: present, at: path, zone: zone)
    if !outcome.isWhole { obstacles.append(.changed(path)) }
    guard let text = outcome.text, text != present else { return }
    planned.texts[path] = text
    steps.append(.restore(path, revert, isMerged: present != revert.after))
  }

  private mutating func move(
    _ path: VaultPath, backTo former: VaultPath, _ planned: inout PlannedFolder,
    _ isDecided: Bool
  ) throws(StoreError) {
    if path == former { return }
    if try planned.status(path) == nil {
      // A move that could not be ended was taken back at once.
      if isDecided, try planned.status(former) == nil { obstacles.append(.missing(path)) }
    } else if try !planned.isFree(former), NameKey(path) != NameKey(former) {
      if isDecided { obstacles.append(.taken(former)) }
    } else {
      planned.move(path, to: former)
      steps.append(.move(path, to: former))
    }
  }
}

/// What a change did to a text, to be taken back.
package struct Revert: Hashable, Sendable {
  /// Nil if there was no file.
  package var before: [UInt8]?
  package var after: [UInt8]

  /// The present text without the change, and with what was changed since; nil if that cannot be told apart.
  ///
  /// `isWhole` is false if something of the change stays, because it was changed again.
  func outcome(
    of present: [UInt8], at path: VaultPath, zone: TimeZoneRules
  ) -> (text: [UInt8]?, isWhole: Bool) {
    guard let before else { return (nil, false) }
    if present == after || present == before { return (before, true) }
    guard MediaFolder(of: path) != nil else { return (nil, false) }
    let current = NoteDocument(present)
    let merge = NoteMerge(
      of: NoteDocument(before), into: current, at: path, base: NoteDocument(after), zone: zone)
    guard merge.outcome == .merged else { return (nil, false) }
    // The id and the times of a note are those of now.
    let others = merge.decisions.filter {
      $0.winner == .right
        && ![KnownKey.id, .created, .updated].contains(KnownKey.named($0.key)?.key)
    }
    return (merge.result.bytes, others.isEmpty)
  }
}

/// A vault as it is after the steps that are planned so far.
private struct PlannedFolder {
  let vault: VaultFolder
  var texts: [VaultPath: [UInt8]] = [:]
  /// The files that are planned to be removed.
  private var removed: [VaultPath: FileChange.Content] = [:]
  /// The positions of the steps that remove a path, and of those that are not made after all.
  var removals: [VaultPath: [Int]] = [:]
  var dropped: Set<Int> = []
  private let names = PlannedNames()

  init(_ vault: VaultFolder) { self.vault = vault }

  mutating func move(_ path: VaultPath, to new: VaultPath) {
    if let text = texts.removeValue(forKey: path) { texts[new] = text }
    names.move(path, to: new)
  }

  mutating func remove(_ path: VaultPath) {
    removed[path] =
      texts[path].map { FileChange.Content(ofNote: $0) }
      ?? present(path).flatMap { try? FileChange.Content(of: $0, in: vault) }
    texts[path] = nil
    names.remove(path)
    if let media = MediaFolder(of: path) { names.remove(media.path) }
  }

  /// Takes a planned removal of a file with this content back.
  ///
  /// - Returns: false if there is none.
  mutating func keep(_ path: VaultPath, _ content: FileChange.Content) -> Bool {
    guard removed[path] == content else { return false }
    removed[path] = nil
    names.keep(path)
    if let media = MediaFolder(of: path) { names.keep(media.path) }
    return true
  }

  mutating func bringBack(_ entry: TrashEntry) {
    if let file = entry.file { names.move(file, to: entry.origin) }
    if let files = entry.media, let media = MediaFolder(of: entry.origin) {
      names.move(files, to: media.path)
    }
  }

  /// Nil if there is no file.
  func text(_ path: VaultPath) throws(StoreError) -> [UInt8]? {
    if let text = texts[path] { return text }
    guard let present = present(path), try vault.status(present)?.kind == .file else { return nil }
    return try vault.read(present).bytes
  }

  func status(_ path: VaultPath) throws(StoreError) -> FileStatus? {
    guard let present = present(path) else { return nil }
    return try vault.status(present)
  }

  /// Whether nothing will have the path, or only a folder that will be empty.
  func isFree(_ path: VaultPath) throws(StoreError) -> Bool {
    guard let present = present(path), let status = try vault.status(present) else { return true }
    guard status.kind == .folder else { return false }
    return try vault.list(present).allSatisfy { entry in
      path.appending(entry.name).map { removed[$0] != nil } ?? false
    }
  }

  /// Where the file is now that will have a path; nil if it will have been moved away.
  func present(_ path: VaultPath) -> VaultPath? { names.present(path) }
}

extension LoggedOperation {
  /// The position of the change that made the first note of each media folder.
  fileprivate var firstNotes: [VaultPath: Int] {
    var first: [VaultPath: Int] = [:]
    for (number, change) in changes.enumerated() {
      guard case .text(let path, nil, _) = change, let folder = MediaFolder(of: path)?.path,
        first[folder] == nil
      else { continue }
      first[folder] = number
    }
    return first
  }
}

/// The entries of the trash by their content, read at most once.
private struct TrashContents {
  private let vault: VaultFolder
  private var entries: [FileChange.Content: [TrashEntry]]?

  init(_ vault: VaultFolder) { self.vault = vault }

  /// The newest entry of a path with this content: its number is another one if it was brought back and removed again.
  mutating func entry(
    of path: VaultPath, _ content: FileChange.Content
  ) throws(StoreError) -> TrashEntry? {
    if entries == nil { entries = try read() }
    let same = entries?[content] ?? []
    // A note may have been brought back under another name, and removed again.
    let isNote = MediaFolder(of: path) != nil
    var found = same.last { $0.origin == path } ?? (isNote ? same.last : nil)
    found?.origin = path
    return found
  }

  private func read() throws(StoreError) -> [FileChange.Content: [TrashEntry]] {
    var found: [FileChange.Content: [TrashEntry]] = [:]
    for entry in try Trash(vault).entries() {
      guard let file = entry.file, let content = try? FileChange.Content(of: file, in: vault) else {
        continue
      }
      found[content, default: []].append(entry)
    }
    return found
  }
}

// MARK: - Carrying out

extension NoteWriter {
  /// Makes steps of a reversal, also those after one that fails.
  ///
  /// Once nothing more can be written to the disk, the others fail without a try.
  ///
  /// - Parameter companions: what goes to the trash along with a note.
  package func carryOut(
    _ steps: some Sequence<OperationReversal.Step>,
    with companions: (VaultPath) throws -> [VaultPath] = { _ in [] }
  ) -> [OperationReversal.Failure] {
    var end: StoreError?
    return steps.compactMap { step -> OperationReversal.Failure? in
      if let end { return .error(end, at: step.path) }
      do {
        return try carryOut(step, with: companions) ? nil : .obstacle(.changed(step.path))
      } catch {
        if let error = error as? StoreError, error.system?.endsWriting == true { end = error }
        return .error(error, at: step.path)
      }
    }
  }

  /// Makes one step of a reversal.
  ///
  /// - Returns: false if the file has been changed since the plan so that it stays as it is.
  /// - Throws: a `StoreError`; nothing has changed.
  func carryOut(
    _ step: OperationReversal.Step, with companions: (VaultPath) throws -> [VaultPath] = { _ in [] }
  ) throws -> Bool {
    switch step {
    case .restore(let path, let revert, _):
      var isPossible = true
      try replace(path) { content in
        let text = revert.outcome(of: content.bytes, at: path, zone: zone).text
        isPossible = text != nil
        return text ?? content.bytes
      }
      return isPossible
    case .remove(let path):
      if MediaFolder(of: path) == nil {
        _ = try detach(path)
      } else {
        _ = try remove(path, with: companions(path))
      }
    case .move(let path, let former):
      if let parent = former.parent { try vault.folder.makeFolders(parent) }
      // Only an empty one goes.
      try? vault.folder.removeFolder(former)
      try rename(path, to: former)
    case .bringBack(let path, let entry): _ = try restoreAlone(entry, at: path)
    }
    return true
  }
}
