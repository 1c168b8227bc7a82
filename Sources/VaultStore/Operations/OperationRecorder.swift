internal import Synchronization
internal import SystemCalls
internal import VaultFormat

/// Writes the changes of one operation into the log, which gets a file with the first of them.
///
/// Several `NoteWriter`s may use one after the other, each with the vault's lock. Without a folder `.tl`, nothing is
/// recorded. If the log cannot be written, the changes go on, and the operation cannot be undone: its file is removed,
/// since half of an operation is not to be taken back.
package final class OperationRecorder: Sendable {
  package let head: LoggedOperation.Head
  private let state = Mutex(State())

  fileprivate struct State {
    var place: (vault: VaultFolder, path: VaultPath)?
    var problem: StoreError?
  }

  /// The largest text that is kept.
  private static let limit = 1 << 26

  package init(_ head: LoggedOperation.Head) {
    self.head = head
  }

  /// The number of the operation in the log; nil if it has changed nothing so far, or cannot be undone.
  package var number: Int? {
    state.withLock { $0.place.flatMap { NumberedFolder.leadingNumber($0.path.name) } }
  }

  /// Why the operation cannot be undone.
  package var problem: StoreError? { state.withLock { $0.problem } }

  /// Records that the operation has come to its end.
  package func finish() {
    if let vault = state.withLock({ $0.place?.vault }) { append(.end, in: vault) }
  }

  /// Records a change, makes it, and records that it is made.
  ///
  /// - Parameter body: returns false if it has changed nothing.
  func recording<Failure: Error>(
    _ change: FileChange, in vault: VaultFolder, _ body: () throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    begin(change, in: vault)
    // After an error it may have been made.
    let isDone = try body()
    append(isDone ? .done : .cancelled, in: vault)
    return isDone
  }

  /// Records a change that is made next.
  func begin(_ change: FileChange, in vault: VaultFolder) {
    state.withLock { state in
      if case .text(let path, let before, let after) = change,
        max(before?.count ?? 0, after.count) > Self.limit
      {
        state.giveUp(StoreError(path.text, .tooLarge(limit: Self.limit)))
      } else {
        state.write(change.record, in: vault, head)
      }
    }
  }

  /// Begins a change of a file that is known again by its content.
  func begin(
    of path: VaultPath, in vault: VaultFolder, _ change: (FileChange.Content) -> FileChange
  ) {
    do throws(StoreError) {
      begin(change(try FileChange.Content(of: path, in: vault)), in: vault)
    } catch {
      // What is not there any more does not change.
      if error.system?.isMissing != true { state.withLock { $0.giveUp(error) } }
    }
  }

  func append(_ mark: LoggedOperation.Mark, in vault: VaultFolder) {
    state.withLock { state in
      if state.place != nil { state.write(mark.record, in: vault, head) }
    }
  }
}

extension OperationRecorder.State {
  fileprivate mutating func write(
    _ bytes: [UInt8], in vault: VaultFolder, _ head: LoggedOperation.Head
  ) {
    guard problem == nil else { return }
    do throws(StoreError) {
      if place == nil {
        guard try vault.status(VaultLayout.settings)?.kind == .folder else { return }
        place = (vault, try OperationLog(vault).begin(head))
      }
      if let place { try vault.append(bytes, to: place.path, isSynced: false) }
    } catch {
      giveUp(error)
    }
  }

  fileprivate mutating func giveUp(_ error: StoreError) {
    problem = problem ?? error
    if let place { try? place.vault.removeFile(place.path) }
    place = nil
  }
}
