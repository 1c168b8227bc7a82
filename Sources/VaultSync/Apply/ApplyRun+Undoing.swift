internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Undoes what was done by looking at the folder: the same after a crash, after a crash of the recovery, and within a
/// run.
///
/// Other programs may write to the folder at the same time. A version that differs from what was put there stays, and
/// the replaced file then gets a name beside it: its hidden name is removed only after it has a name of its own again.
extension ApplyRun {
  func undo(from phase: ApplyJournal.Phase) throws {
    stage.forgetFolders()
    switch phase {
    case .writing: return try tidy(.notBegun)
    case .undone: return try tidy(.undone)
    case .publishing, .indexing: break
    }
    for number in journal.entries.indices.reversed() {
      switch journal.entries[number].action {
      case .place: try undoPlacing(number)
      case .exchange: try undoExchange(number)
      case .take, .none: continue
      }
    }
    for folder in journal.folders.reversed() { _ = try stage.removeFolder(folder) }
    for number in journal.entries.indices.reversed()
    where journal.entries[number].action == .take {
      try undoTaking(number)
    }
    if phase == .indexing { try undoIndex() }
    try stage.sync()
    try markUndone()
    try tidy(.undone)
  }

  private func markUndone() throws {
    do {
      try file.mark(.undone)
    } catch {
      // On a full disk, only undoing the rest makes room.
      guard error.system?.isFull == true else { throw error }
    }
    try reached(.undoneMarked)
  }

  /// The file at a path; nil also if one of its folders is something else by now.
  func found(_ path: VaultPath) throws -> FileStatus? {
    do {
      return try stage.status(path)
    } catch {
      if error.system != nil { throw error }
      return nil
    }
  }

  /// The hidden name exists exactly as long as the file has not been placed.
  private func undoPlacing(_ number: Int) throws {
    let entry = journal.entries[number]
    let hidden = journal.hiddenPath(number)
    guard try found(hidden) == nil else { return }
    _ = try withdraw(entry, to: hidden)
  }

  /// Gives a new file its hidden name again, unless it was changed or removed since.
  private func withdraw(_ entry: ApplyJournal.Entry, to hidden: VaultPath) throws -> Bool {
    guard try hash(entry.path) == entry.after else {
      if entry.after != nil { changedSince.append(entry.path) }
      return false
    }
    try reached(.comparedAgain)
    guard let isMoved = try ifPresent({ try stage.move(entry.path, to: hidden) }) else {
      changedSince.append(entry.path)
      return false
    }
    guard isMoved else { return false }
    if !isOpen(hidden), try hash(hidden) == entry.after {
      try reached(.restored)
      return true
    }
    // Saved between the check and the rename, or open for writing.
    _ = try stage.move(hidden, to: entry.path)
    changedSince.append(entry.path)
    return false
  }

  private func undoExchange(_ number: Int) throws {
    let entry = journal.entries[number]
    let (hidden, aside) = (journal.hiddenPath(number), journal.asidePath(number))
    if try found(aside) != nil {
      if try found(hidden) == nil, try !withdraw(entry, to: hidden) {
        return try restoreBeside(aside, number)
      }
      return try restore(aside, number)
    }
    // The old file had been removed, and the new one just took its name.
    guard let status = try found(hidden) else { return try undoPlacing(number) }
    guard try isExchanged(entry, hidden: hidden, status: status) else { return }
    guard try hash(entry.path) == entry.after else {
      changedSince.append(entry.path)
      return try restoreBeside(hidden, number)
    }
    try reached(.comparedAgain)
    guard let isDone = try exchange(hidden, entry.path) else {
      changedSince.append(entry.path)
      return try restoreBeside(hidden, number)
    }
    guard isDone else {
      if try stage.move(hidden, to: aside) { try undoExchange(number) }
      return
    }
    if try isOpen(hidden) || hash(hidden) != entry.after {
      // Saved between the check and the exchange, or open for writing.
      if try exchange(hidden, entry.path) == nil { _ = try stage.move(hidden, to: entry.path) }
      changedSince.append(entry.path)
      return try restoreBeside(hidden, number)
    }
    try reached(.restored)
  }

  /// Whether another program has a file open for writing; false if it cannot be read.
  private func isOpen(_ hidden: VaultPath) -> Bool {
    (try? readHidden(hidden))?.isOpen == true
  }

  /// Exchanges like the stage; nil if the file at the path was removed since the check.
  private func exchange(_ hidden: VaultPath, _ path: VaultPath) throws -> Bool? {
    try ifPresent { try stage.exchange(hidden, path) }
  }

  /// Nil if the file to move was removed since the check.
  private func ifPresent(_ body: () throws -> Bool) throws -> Bool? {
    do {
      return try body()
    } catch let error as StoreError where error.system?.isMissing == true {
      return nil
    }
  }

  /// Whether the hidden name has the previous file, or an edit of it.
  private func isExchanged(
    _ entry: ApplyJournal.Entry, hidden: VaultPath, status: FileStatus
  ) throws -> Bool {
    if entry.before == entry.after {
      return FileMode(status) == entry.old?.mode
    }
    return try hash(hidden) != entry.after
  }

  private func undoTaking(_ number: Int) throws {
    let entry = journal.entries[number]
    let hidden = journal.hiddenPath(number)
    guard try found(hidden) != nil else { return }
    if let parent = entry.path.parent {
      do {
        try stage.makeFolders(parent)
      } catch  where error.system == nil {
        // Something else was created there since.
        changedSince.append(entry.path)
        return try restoreBeside(hidden, number, at: VaultPath(in: nil, named: entry.path.name))
      }
    }
    try restore(hidden, number)
  }

  /// Gives a replaced file its name again, or one beside it if the name is taken.
  private func restore(_ hidden: VaultPath, _ number: Int) throws {
    let path = journal.entries[number].path
    if try stage.move(hidden, to: path) {
      try reached(.restored)
    } else {
      changedSince.append(path)
      try restoreBeside(hidden, number)
    }
  }

  /// Gives a replaced file a name again, its own or one beside it.
  ///
  /// A change at its path since was made to the file that had arrived there: if that was another note, this one would
  /// be missing in the folder and in the next commit.
  ///
  /// - Parameter path: nil for its own.
  private func restoreBeside(
    _ hidden: VaultPath, _ number: Int, at path: VaultPath? = nil
  ) throws {
    let entry = journal.entries[number]
    // An edit of it goes to the trash; a second file with the same text is useless.
    guard try hash(hidden) == entry.before, try hash(entry.path) != entry.before else { return }
    let wanted = path ?? entry.path
    var (place, count) = (wanted, 1)
    while try !stage.move(hidden, to: place) {
      count += 1
      place = wanted.numbered(count)
    }
    try reached(.restored)
  }

  /// Restores the index's old entries where it has ours.
  private func undoIndex() throws {
    let index = try repository.readIndex()
    let listed = Set(try GitOnlyFiles.read(context.vault).map(\.path))
    var flags: [VaultPath: IndexFlag] = [:]
    for file in try HeldFiles.read(context.vault) { flags[file.path] = file.flag }
    let changes = journal.entries.compactMap { entry -> IndexChange? in
      guard entry.old != entry.new || entry.action != .none,
        index.entry(at: entry.path)?.id == entry.new?.id
      else { return nil }
      if entry.new == nil, let flag = flags[entry.path] {
        return IndexChange(path: entry.path, entry: entry.old, flag: flag)
      }
      let skips: Bool? =
        switch entry.action {
        case .none: nil
        case .place, .exchange, .take: entry.old != nil && listed.contains(entry.path)
        }
      return IndexChange(path: entry.path, entry: entry.old, skipsWorktree: skips)
    }
    try updateIndex(changes)
    try reached(.indexRestored)
  }
}
