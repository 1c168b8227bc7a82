internal import Foundation
internal import Synchronization
internal import SystemCalls
internal import VaultFormat

/// The changes that browsers asked for in the last 90 days, and what became of them: a change that is asked for again,
/// because its answer was lost, is made once.
///
/// One file of the state folder, `operations`, has a line of JSON for each step, and each line is on disk before the next
/// step:
///
/// 1. `{"key":…,"time":…}`: the operation begins.
/// 2. The vault is changed.
/// 3. `{"key":…,"time":…,"outcome":…}`: it is done.
/// 4. The browser gets the outcome.
///
/// A crash before 2 leaves a line without an outcome and an unchanged vault; one between 2 and 3 the same line and a
/// changed vault; one after 3 the outcome. A browser without an answer asks again. With an outcome on record it gets that
/// one, and nothing is changed. Without one the change is made again, and has to lead to the same vault if it was made
/// before: `isAgain` tells it to look for what it may have left. A new note is looked for by its id, its files by their
/// content; the three-way merge of a text that is in the file already changes nothing; a pin, a task and a removal say the
/// state that is wanted. A line that a crash cut off counts as not written.
///
/// At the start the file is replaced by one without what is older than 90 days, under another name first. All calls are
/// made with the vault's lock, one after the other.
final class Operations: Sendable {
  private struct State {
    var records: [String: OperationRecord] = [:]
    /// Of the notes that were made, by their ids: on a network disk the index knows of them minutes later.
    var paths: [String: VaultPath] = [:]
  }

  /// A point after which a crash must neither lose the operation nor apply it twice; tests stop there.
  enum Step: CaseIterable, Sendable { case begun, changed, recorded }

  private let path: String
  private let now: @Sendable () -> Int64
  private let observe: @Sendable (Step) throws -> Void
  private let state: Mutex<State>

  /// In seconds.
  static let lifetime: Int64 = 90 * 86_400
  /// The most operations that are remembered after a start, and half of the most in memory; of more the oldest are
  /// forgotten.
  static let limit = 50_000

  /// - Parameters:
  ///   - folder: exists and is private.
  ///   - observe: called after each step; the product has none.
  init(
    in folder: String, now: @escaping @Sendable () -> Int64,
    observe: @escaping @Sendable (Step) throws -> Void = { _ in }
  ) throws(SystemError) {
    path = "\(folder)/operations"
    (self.now, self.observe) = (now, observe)
    let bytes = try FileInput.contentsIfPresent(of: path)
    let records = Self.records(of: bytes, since: now() - Self.lifetime)
    let kept = records.flatMap(Self.line)
    if kept != bytes { try PrivateFile(path).write(kept) }
    var state = State()
    for record in records {
      state.records[record.key] = record
      Self.notePath(of: record.outcome, in: &state)
    }
    self.state = Mutex(state)
  }

  /// Where the note with this id was written; it may have been moved since.
  func path(of id: String) -> VaultPath? { state.withLock { $0.paths[id] } }

  /// Remembers where a note was written, before its operation is done.
  func note(_ id: NoteID, isAt path: VaultPath) { state.withLock { $0.paths[id.text] = path } }

  /// Nil if the operation is unknown, or not known to be done.
  func outcome(of key: OperationKey) -> OperationOutcome? {
    state.withLock { $0.records[key.text]?.outcome }
  }

  /// Makes a change unless it was made.
  ///
  /// The caller holds the vault's lock.
  ///
  /// - Parameters:
  ///   - key: nil for a change that is made whenever it is asked for.
  ///   - change: throws to refuse the operation, which may then be asked for again. `isAgain`: it was begun before and may
  ///     have been made, in whole or in part.
  func once(
    _ key: OperationKey?, _ change: (_ isAgain: Bool) throws -> OperationOutcome
  ) throws -> OperationOutcome {
    guard let key else { return try change(false) }
    let known = state.withLock { $0.records[key.text] }
    if let outcome = known?.outcome { return outcome }
    var record = OperationRecord(key: key.text, time: now())
    if known == nil {
      try append(record)
      state.withLock { Self.note(record, in: &$0) }
    }
    try observe(.begun)
    let outcome: OperationOutcome
    do {
      outcome = try change(known != nil)
    } catch let error as IndexIsBehind {
      // Nothing was made, and the same request is handled once more.
      if known == nil { state.withLock { $0.records[key.text] = nil } }
      throw error
    }
    try observe(.changed)
    record.outcome = outcome
    state.withLock { state in
      state.records[key.text] = record
      Self.notePath(of: outcome, in: &state)
    }
    // It is made: a disk that is full now is no reason to say otherwise. After a crash it is looked for.
    try? append(record)
    try observe(.recorded)
    return outcome
  }

  // MARK: - The file

  private func append(_ record: OperationRecord) throws(SystemError) {
    let file = try FileOutput(appendingTo: path)
    // A line that could not be written as a whole must not swallow this one.
    try file.write([UInt8(ascii: "\n")] + Self.line(record))
    try file.sync()
    try file.close()
  }

  private static func line(_ record: OperationRecord) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(record) else { return [] }
    return Array(data) + [UInt8(ascii: "\n")]
  }

  /// The last record of each operation, the oldest first; lines that cannot be read are left out.
  private static func records(of bytes: [UInt8], since start: Int64) -> [OperationRecord] {
    var records: [String: OperationRecord] = [:]
    let decoder = JSONDecoder()
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let record = try? decoder.decode(OperationRecord.self, from: Data(line)),
        record.time >= start
      else { continue }
      records[record.key] = record
    }
    return records.values.sorted { ($0.time, $0.key) < ($1.time, $1.key) }.suffix(limit)
  }

  private static func note(_ record: OperationRecord, in state: inout State) {
    state.records[record.key] = record
    guard state.records.count > 2 * limit else { return }
    let newest = state.records.values.sorted { $0.time > $1.time }.prefix(limit)
    state.records = Dictionary(newest.map { ($0.key, $0) }) { first, _ in first }
    state.paths = [:]
  }

  private static func notePath(of outcome: OperationOutcome?, in state: inout State) {
    guard let id = outcome?.id, let path = outcome?.path.flatMap({ VaultPath($0) }) else { return }
    state.paths[id] = path
  }
}

extension FileInput {
  /// Empty if the file does not exist; one that is too large to be ours counts as empty.
  fileprivate static func contentsIfPresent(of path: String) throws(SystemError) -> [UInt8] {
    do {
      return try contents(of: path, limit: 64 << 20) ?? []
    } catch {
      if error.isMissing { return [] }
      throw error
    }
  }
}

/// What became of a change that a browser asked for: the answer is the same however often it asks.
struct OperationOutcome: Hashable, Codable, Sendable {
  enum Kind: String, Codable, Sendable {
    /// The note is as the browser wanted it.
    case saved
    /// It has the browser's change and another one.
    case merged
    /// Both changed the same lines: the note stays as it is, the browser's text is a draft.
    case conflict
    case removed
  }

  var kind: Kind
  /// Of the note; nil if it had none any more.
  var id: String?
  /// Of the note, if it was made by this operation.
  var path: String?
  /// Of the entry in the trash, or of the draft.
  var number: Int?
  /// What the page says about it (`Notice`).
  var done: String?
  /// The operation of the vault that made it; nil if nothing was changed.
  var change: Int?
}

/// One line of the journal of operations.
struct OperationRecord: Hashable, Codable, Sendable {
  /// `OperationKey.text`.
  var key: String
  /// In seconds since 1970.
  var time: Int64
  /// Nil while it is not known whether it was done.
  var outcome: OperationOutcome?
}

/// Identifies an operation: the random id that the browser gave it, within an account.
struct OperationKey: Hashable, Sendable {
  /// SHA-256 in hexadecimal, so that no account can ask for another's.
  let text: String

  /// Nil unless `id` has 8 to 64 ASCII letters, digits and hyphens.
  init?(_ id: String, account: String, hash: (String) -> String) {
    guard (8...64).contains(id.utf8.count),
      id.utf8.allSatisfy({ $0.isASCIIDigit || $0.isASCIILetter || $0 == UInt8(ascii: "-") })
    else { return nil }
    text = hash("\(account)\n\(id)")
  }
}
