internal import Synchronization
internal import SystemCalls
package import VaultFormat

/// The operations of this device, in `.tl/local/operations`: a file for each, named by its number.
///
/// A file has what the changes replaced, so that they can be taken back: `tl undo`. It is written while the changes are
/// made, without waiting for the disk: a file that a crash has cut has the changes up to there. Kept are those of the
/// last 90 days, and at most 500 MB.
package struct OperationLog {
  let vault: VaultFolder
  let folder: NumberedFolder

  package init(_ vault: VaultFolder) {
    self.vault = vault
    folder = NumberedFolder(vault: vault, path: VaultLayout.operations)
  }

  /// Days.
  private static let longestAge: Int64 = 90
  /// Bytes.
  private static let largestSize: Int64 = 500_000_000

  /// The newest first.
  package func history() throws(StoreError) -> OperationHistory {
    OperationHistory(log: self, numbers: try folder.numbers())
  }

  /// The undo that a redo takes back: the last one that no other change has followed; nil if there is none.
  package func lastUndo() throws(StoreError) -> LoggedOperation? {
    for entry in try history() {
      if entry.operation.isUndoable { return nil }
      guard let number = entry.operation.head.undoes else { continue }
      // What takes an undo back is a redo.
      if !entry.isUndone, operation(number)?.head.undoes == nil { return entry.operation }
    }
    return nil
  }

  /// The sync that an undo of syncs takes back, or makes again if it is undone; nil if none is kept.
  package func lastSync() throws(StoreError) -> OperationState? {
    var last = try history().first { $0.operation.head.face == .sync }?.operation
    while let number = last?.head.undoes {
      last = number < last?.number ?? 0 ? operation(number) : nil
    }
    guard let last else { return nil }
    return try state(of: last.number)
  }

  /// Whether no later operation has begun; reads no operation.
  package func isNewest(_ number: Int) -> Bool { (try? folder.numbers().last) == number }

  /// An operation and whether it is undone; nil if it is not kept, or cannot be read.
  package func state(of number: Int) throws(StoreError) -> OperationState? {
    let found = try history().first { $0.operation.number <= number }
    return found?.operation.number == number ? found : nil
  }

  /// Nil if there is none, or it cannot be read.
  package func operation(_ number: Int) -> LoggedOperation? {
    guard let path = try? folder.child("\(number)"), let bytes = try? vault.read(path).bytes
    else { return nil }
    return LoggedOperation(number: number, parsing: bytes)
  }

  /// Removes all operations.
  ///
  /// The numbers are not given again.
  ///
  /// - Returns: how many there were.
  package func clear() throws(StoreError) -> Int {
    let numbers = try folder.numbers()
    for number in numbers { try folder.retire(number) }
    return numbers.count
  }

  /// Adds an operation whose changes are kept elsewhere.
  package func note(_ head: LoggedOperation.Head) throws(StoreError) {
    try vault.append(LoggedOperation.Mark.end.record, to: begin(head), isSynced: false)
  }

  /// Makes the file of a new operation.
  func begin(_ head: LoggedOperation.Head) throws(StoreError) -> VaultPath {
    try vault.makeFolders(VaultLayout.operations, permissions: 0o700, isSynced: false)
    var number = try folder.next()
    if number.isMultiple(of: 32) { removeOldest(besides: number) }
    while true {
      let place = try folder.child("\(number)")
      do throws(StoreError) {
        if try vault.create(place, head.record) { return place }
      } catch {
        try? vault.removeFile(place)
        throw error
      }
      number += 1
    }
  }

  /// What cannot be removed stays.
  private func removeOldest(besides next: Int) {
    var size: Int64 = 0
    var newest: Int64?
    for number in ((try? folder.numbers()) ?? []).reversed() {
      guard let place = try? folder.child("\(number)"), let status = try? vault.status(place)
      else { continue }
      size += status.size
      let last = newest ?? status.modified.seconds
      newest = last
      let age = last.subtractingReportingOverflow(status.modified.seconds).partialValue
      if age > Self.longestAge * 86_400 || size > Self.largestSize { try? vault.removeFile(place) }
    }
  }
}

/// An operation among the others.
package struct OperationState: Sendable {
  package var operation: LoggedOperation
  /// Whether a later operation takes it back that is not undone itself.
  package var isUndone: Bool

  /// Whether an undo may choose it.
  package var isUndoable: Bool { !isUndone && operation.isUndoable }

  /// `undone`, `done`, or `interrupted`.
  package var word: String {
    isUndone ? "undone" : operation.isComplete ? "done" : "interrupted"
  }

  /// The object that `tl undo --list --json` prints.
  ///
  /// - Parameter isHidden: whether its notes are sealed, of which no word is told.
  package func json(isHidden: Bool) -> JSONValue {
    .object([
      ("number", .int(operation.number)), ("time", .string(operation.head.time)),
      ("by", .string(operation.head.face.rawValue)),
      ("words", .string(operation.words(isHidden: isHidden))),
      ("files", .array(operation.paths.map { .string($0.text) })), ("state", .string(word)),
    ])
  }
}

/// The operations of a log from the newest on, each read when it is asked for; those that cannot be read are left out.
package struct OperationHistory: Sequence, IteratorProtocol {
  let log: OperationLog
  var numbers: [Int]
  var undone: Set<Int> = []

  package mutating func next() -> OperationState? {
    while let number = numbers.popLast() {
      guard let operation = log.operation(number) else { continue }
      let isUndone = undone.contains(number)
      if !isUndone, let other = operation.head.undoes { undone.insert(other) }
      return OperationState(operation: operation, isUndone: isUndone)
    }
    return nil
  }
}

/// Writes the changes of one operation into the log, which gets a file with the first of them.
///
/// Several `NoteWriter`s may use one after the other, each with the vault's lock. Without a folder `.tl`, nothing is
/// recorded.
///
/// If the disk has no room for the record of a change, or fails, a change of a text or a name that is there is refused.
/// Others are made without a record, so that a full disk keeps nobody from deleting, and from saving what is new; so are
/// all changes where only the log itself is in disorder. What was recorded before can be taken back.
package final class OperationRecorder: Sendable {
  package let head: LoggedOperation.Head
  private let state = Mutex(State())

  fileprivate struct State {
    var place: (vault: VaultFolder, path: VaultPath)?
    /// Whether the file has a change.
    var hasChanges = false
    /// Whether the change that is made now is recorded; if not, why.
    var isBegun = false
    var unrecorded: StoreError?
    /// Why nothing more is recorded: the file may end in the midst of a record.
    var end: StoreError?
    var problem: StoreError?
    /// How many changes were made, recorded or not, and not taken back at once.
    var made = 0
    /// The names to which files were moved for a moment.
    var returned: Set<VaultPath> = []
  }

  /// The largest text that is kept.
  fileprivate static let limit = 1 << 26

  package init(_ head: LoggedOperation.Head) {
    self.head = head
  }

  /// The number of the operation in the log; nil if it has changed nothing so far, or cannot be undone.
  package var number: Int? {
    state.withLock { $0.place.flatMap { NumberedFolder.leadingNumber($0.path.name) } }
  }

  /// The operation as the log has it; nil if it has changed nothing so far, or cannot be undone.
  package var logged: LoggedOperation? {
    guard let number, let vault = state.withLock({ $0.place?.vault }) else { return nil }
    return OperationLog(vault).operation(number)
  }

  /// Whether it has changed something, recorded or not, that was not taken back at once.
  package var hasChanged: Bool { state.withLock { $0.made > 0 } }

  /// What it has changed so far, as the log has it; nil if it has changed nothing that can be undone.
  package var changed: LoggedOperation? {
    guard hasChanged, var operation = logged?.withoutUndecided else { return nil }
    let returned = state.withLock { $0.returned }
    operation.changes.removeAll { change in
      guard case .moved(let old, let new) = change else { return false }
      return returned.contains(old) || returned.contains(new)
    }
    return operation.hasChanges ? operation : nil
  }

  /// Why something that the operation has changed cannot be undone.
  package var problem: StoreError? { state.withLock { $0.problem } }

  /// Records that the operation has come to its end.
  package func finish() {
    if let vault = state.withLock({ $0.place?.vault }) { append(.end, in: vault) }
  }

  /// Records a change, makes it, and records that it is made.
  ///
  /// - Parameter body: returns false if it has changed nothing.
  /// - Throws: also `.unrecorded`, with nothing changed.
  func recording(
    _ change: FileChange, in vault: VaultFolder, _ body: () throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    try begin(change, in: vault)
    // After an error it may have been made.
    let isDone = try body()
    append(isDone ? .done : .cancelled, in: vault)
    return isDone
  }

  /// Takes the move of a file back that cannot be ended; recorded or not, an undo leaves it where it is then.
  func returning(
    from new: VaultPath, to old: VaultPath, in vault: VaultFolder,
    _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    state.withLock { state in
      _ = state.write(.moved(new, to: old), in: vault, head)
    }
    try body()
    append(.done, in: vault)
    state.withLock { state in
      // The move and its return.
      state.made -= 2
      state.returned.insert(new)
    }
  }

  /// Records a change that is made next.
  ///
  /// - Throws: `.unrecorded` if it must not be made.
  func begin(_ change: FileChange, in vault: VaultFolder) throws(StoreError) {
    let refusal = state.withLock { state -> StoreError? in
      guard let problem = state.write(change, in: vault, head) else { return nil }
      if let path = change.replaced, let system = problem.system,
        system.isFull || system.isOfMachine
      {
        return StoreError(path.text, .unrecorded(system))
      }
      state.unrecorded = problem
      return nil
    }
    if let refusal { throw refusal }
  }

  /// Begins a change of a file that is known again by its content.
  func begin(
    of path: VaultPath, in vault: VaultFolder, _ change: (FileChange.Content) -> FileChange
  ) {
    do throws(StoreError) {
      try begin(change(try FileChange.Content(of: path, in: vault)), in: vault)
    } catch {
      // What is not there any more does not change.
      let isMissing = error.system?.isMissing == true
      state.withLock { ($0.isBegun, $0.unrecorded) = (false, isMissing ? nil : error) }
    }
  }

  /// Records that a file is in a media folder now.
  package func recordAdded(_ media: VaultPath, in vault: VaultFolder) {
    begin(of: media, in: vault) { .added(media, $0) }
    append(.done, in: vault)
  }

  func append(_ mark: LoggedOperation.Mark, in vault: VaultFolder) {
    state.withLock { state in
      if mark == .done {
        state.made += 1
        state.problem = state.problem ?? state.unrecorded
      }
      guard state.place != nil, mark == .end || state.isBegun else { return }
      _ = state.write(mark.record, in: vault, head)
      state.isBegun = false
    }
  }
}

extension OperationRecorder.State {
  /// - Returns: why the change is not recorded.
  fileprivate mutating func write(
    _ change: FileChange, in vault: VaultFolder, _ head: LoggedOperation.Head
  ) -> StoreError? {
    (isBegun, unrecorded) = (false, nil)
    let limit = OperationRecorder.limit
    if case .text(let path, let before, let after) = change,
      max(before?.count ?? 0, after.count) > limit
    {
      return StoreError(path.text, .tooLarge(limit: limit))
    }
    let problem = write(change.record, in: vault, head)
    if problem == nil { (hasChanges, isBegun) = (true, true) }
    return problem
  }

  fileprivate mutating func write(
    _ bytes: [UInt8], in vault: VaultFolder, _ head: LoggedOperation.Head
  ) -> StoreError? {
    if let end { return end }
    do throws(StoreError) {
      if place == nil {
        guard try vault.status(VaultLayout.settings)?.kind == .folder else { return nil }
        place = (vault, try OperationLog(vault).begin(head))
      }
      if let place { try vault.append(bytes, to: place.path, isSynced: false) }
      return nil
    } catch {
      end = error
      // An undo that has changed nothing is none.
      if let place, !hasChanges {
        try? place.vault.removeFile(place.path)
        self.place = nil
      }
      return error
    }
  }
}
