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
      if try vault.create(place, head.record) { return place }
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
  private var undone: Set<Int> = []

  init(log: OperationLog, numbers: [Int]) {
    (self.log, self.numbers) = (log, numbers)
  }

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
