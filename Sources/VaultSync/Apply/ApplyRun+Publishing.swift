internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Moves files into place, and checks every file that is replaced.
extension ApplyRun {
  func publish() throws {
    for number in changes.indices where journal.entries[number].action == .take {
      try take(number)
    }
    try changeFolders()
    for (number, status) in team?.place(reportingTo: stage) ?? [] { changes[number].place(status) }
    for number in changes.indices {
      switch journal.entries[number].action {
      case .place where changes[number].isPlaced: try notePlaced(number)
      case .place: try place(number)
      case .exchange: try exchange(number)
      case .take, .none: continue
      }
    }
    try stage.sync()
    try reached(.publishedSynced)
  }

  private func take(_ number: Int) throws {
    let path = journal.entries[number].path
    do {
      guard try stage.move(path, to: journal.hiddenPath(number)) else {
        throw StoreError(journal.hiddenPath(number).text, .taken)
      }
    } catch let error as StoreError where error.system?.isMissing == true {
      return
    }
    try reached(.taken)
    try compare(number, journal.hiddenPath(number))
    report.removed.append(path)
  }

  private func changeFolders() throws {
    for folder in clearedFolders.sorted(by: { $0.componentCount > $1.componentCount }) {
      guard try removeEmptyFolders(folder) else { throw ChangedMeanwhile(path: folder) }
    }
    stage.forgetFolders()
    for folder in journal.folders { try stage.makeFolders(folder) }
    try reached(.foldersChanged)
  }

  /// Removes a folder that has only folders.
  private func removeEmptyFolders(_ folder: VaultPath) throws -> Bool {
    var folders = [folder]
    var next = 0
    while next < folders.count {
      for item in try stage.vault.list(folders[next]) where item.kind == .folder {
        folders.append(VaultPath(in: folders[next], named: item.name))
      }
      next += 1
    }
    for folder in folders.reversed() {
      guard try stage.removeFolder(folder) else { return false }
    }
    return true
  }

  private func place(_ number: Int) throws {
    let entry = journal.entries[number]
    let isPlaced: Bool
    do {
      isPlaced = try stage.move(journal.hiddenPath(number), to: entry.path)
    } catch  where error.system?.isNameRefused == true {
      changes[number].kept = .refusedName
      return
    }
    if isPlaced {
      changes[number].place(try? stage.status(entry.path))
      return try notePlaced(number)
    }
    // Something was created there since.
    guard let hash = try hash(entry.path), hash == entry.after else {
      throw ChangedMeanwhile(path: entry.path)
    }
    changes[number].expected = nil
  }

  private func notePlaced(_ number: Int) throws {
    try reached(.placed)
    report.written.append(journal.entries[number].path)
  }

  private func exchange(_ number: Int) throws {
    let entry = journal.entries[number]
    let hidden = journal.hiddenPath(number)
    do {
      guard try stage.exchange(hidden, entry.path) else { return try replaceInTwoSteps(number) }
    } catch let error as StoreError where error.system?.isMissing == true {
      // The file was removed; the new one takes the free name.
      return try place(number)
    }
    try reached(.placed)
    try compare(number, hidden)
    report.written.append(entry.path)
  }

  private func replaceInTwoSteps(_ number: Int) throws {
    let entry = journal.entries[number]
    let aside = journal.asidePath(number)
    do {
      guard try stage.move(entry.path, to: aside) else { throw StoreError(aside.text, .taken) }
    } catch let error as StoreError where error.system?.isMissing == true {
      return try place(number)
    }
    try reached(.setAside)
    try compare(number, aside)
    try place(number)
  }

  /// Whether the replaced file is still what it was when it was read, and will stay so.
  private func compare(_ number: Int, _ hidden: VaultPath) throws {
    let path = journal.entries[number].path
    let found: (content: FileContent, isOpen: Bool)?
    do {
      found = try readHidden(hidden)
    } catch {
      // A link or folder took the name in between; it is restored.
      if error.system != nil { throw error }
      throw ChangedMeanwhile(path: path)
    }
    guard let found else { throw ChangedMeanwhile(path: path) }
    if found.isOpen { throw OpenElsewhere(path: path) }
    guard try Repository.blobID(of: found.content.bytes) == journal.entries[number].before else {
      throw ChangedMeanwhile(path: path)
    }
    changes[number].replaced = found.content.status
    try reached(.compared)
  }

  /// Reads like the stage, but waits a moment for a program to close the file: most only save it.
  func readHidden(
    _ hidden: VaultPath
  ) throws(StoreError) -> (content: FileContent, isOpen: Bool)? {
    var found = try stage.readHidden(hidden)
    for attempt in 0..<AtomicFileWriter.tries where found?.isOpen == true {
      pause(milliseconds: 20 << attempt)
      found = try stage.readHidden(hidden)
    }
    return found
  }

  /// A program that had a file open may have written to it under its hidden name.
  func checkReplaced() throws {
    for number in changes.indices {
      guard let replaced = changes[number].replaced else { continue }
      let path = try replacedPath(number)
      guard let status = try stage.status(path), status.isSameContent(as: replaced) else {
        throw ChangedMeanwhile(path: journal.entries[number].path)
      }
    }
  }

  private func replacedPath(_ number: Int) throws -> VaultPath {
    let hidden = journal.hiddenPath(number)
    if canHaveAside(number), try stage.status(hidden) == nil { return journal.asidePath(number) }
    return hidden
  }

  func canHaveAside(_ number: Int) -> Bool {
    journal.entries[number].action == .exchange
  }
}

// MARK: - Git's index

extension ApplyRun {
  func indexChanges() throws -> [IndexChange] {
    var index: [IndexChange] = []
    for change in changes {
      guard let item = try indexChange(change) else { continue }
      index.append(item)
    }
    return index
  }

  private func indexChange(_ change: PlannedChange) throws -> IndexChange? {
    let path = change.path
    guard let new = change.entry.new else { return IndexChange(path: path, entry: nil) }
    if let flag = change.flag { return IndexChange(path: path, entry: new, flag: flag) }
    if let reason = change.kept {
      return IndexChange(path: path, entry: new, skipsWorktree: reason == .held ? nil : true)
    }
    guard new.mode.isRegular else {
      // Git tracks a file that the user or git created.
      let isThere = (try? stage.status(path)) != nil
      return IndexChange(path: path, entry: new, skipsWorktree: isThere ? nil : true)
    }
    // Git detects an edit since then by itself.
    if change.isPlaced {
      return IndexChange(path: path, entry: new, status: change.expected, skipsWorktree: false)
    }
    var status = try? stage.status(path)
    // An edit since then: git has to read the file.
    if let seen = change.expected, status?.isSameContent(as: seen) != true { status = nil }
    if change.expected == nil { status = nil }
    return IndexChange(path: path, entry: new, status: status, skipsWorktree: false)
  }

  /// Records files that are kept in git only, before the index is changed.
  ///
  /// Files that are in the folder by now are removed from the list at the very end: the list only counts together with
  /// the index's mark.
  func addKept() throws {
    try GitOnlyFiles.update(context.vault) { files in
      for change in changes {
        guard let reason = change.kept, !change.isRetry || reason != .held else { continue }
        let file = GitOnlyFile(path: change.path, reason: reason)
        if files[change.path] != file { report.kept.append(file) }
        if reason != .held { files[change.path] = file }
      }
    }
  }

  func removeKept() throws {
    try GitOnlyFiles.update(context.vault) { files in
      for change in changes where change.kept == nil || change.entry.new == nil {
        files[change.path] = nil
      }
    }
  }
}

// MARK: - Held files

/// The records of files based on another version than the branch has.
extension ApplyRun {
  /// Writes the records before the index and the branch move.
  ///
  /// An existing record of a path stays, however much arrives. Changes that the new commit has get its id.
  func addHeld() throws {
    guard let set else { return }
    let known = Set(
      try HeldFiles.uncommitted(context.vault, repository, at: set.old).map(\.path))
    try HeldFiles.update(context.vault) { files in
      for file in heldFiles where !known.contains(file.path) { files[file.path] = file }
      for file in heldFiles where file.flag != nil { files[file.path]?.flag = file.flag }
      guard set.old != set.new else { return }
      for path in set.released.keys { files[path]?.outcome = set.new }
    }
    try reached(.heldWritten)
  }

  /// Removes the records of changes that the new commit has.
  func removeHeld() throws {
    guard try context.vault.exists(VaultLayout.heldBack) else { return }
    let done = journal.old == journal.new ? set.map { Set($0.released.keys) } ?? [] : []
    try HeldFiles.update(context.vault) { files in
      files = files.filter { $0.value.outcome != journal.new && !done.contains($0.key) }
    }
  }
}
