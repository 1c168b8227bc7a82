package import Git
internal import VaultFormat
package import VaultStore

/// What a device remembers of its last sync, in `.tl/local/last-sync`.
///
/// Nothing in it is needed for the next sync: a lost record means only that `tl status` knows less and that
/// there is nothing to undo.
package struct SyncRecord: Hashable, Sendable {
  /// Seconds since 1970 of the last sync that reached its end.
  package var finished: Int64?
  /// Seconds since 1970 of the last attempt, and why it stopped; nil after a sync that reached its end.
  package var failed: Failure?
  /// What `tl sync --undo` takes back.
  package var undo: Undo?
  /// Advice that is given once.
  package var told: Set<Advice> = []

  package struct Failure: Hashable, Sendable {
    package var time: Int64
    /// In the words that the person saw.
    package var message: String
  }

  /// The last time that commits from elsewhere, or an undo, changed the files.
  package struct Undo: Hashable, Sendable {
    /// The commit with all that this device had.
    package var before: ObjectID
    /// The commit that came out of it.
    package var after: ObjectID
  }

  package enum Advice: String, CaseIterable, Sendable {
    case madeUpIdentity = "made-up-identity"
    case serverHooks = "server-hooks"
    case hooks = "hooks"
  }

  static let file = VaultPath(in: VaultLayout.local, named: "last-sync".utf8)

  package init() {}

  /// Empty where none is kept, or it cannot be read.
  package init(of folder: VaultFolder) {
    guard let bytes = try? folder.read(Self.file, limit: 1 << 16).bytes else { return }
    let record = RecordText(parsing: bytes)
    finished = record.text("finished").flatMap { Int64($0) }
    if let time = record.text("failed").flatMap({ Int64($0) }), let message = record.text("error") {
      failed = Failure(time: time, message: message)
    }
    if let before = record.text("undo-before").flatMap({ ObjectID(hex: $0) }),
      let after = record.text("undo-after").flatMap({ ObjectID(hex: $0) })
    {
      undo = Undo(before: before, after: after)
    }
    for name in record.text("told")?.split(separator: " ") ?? [] {
      if let advice = Advice(rawValue: String(name)) { told.insert(advice) }
    }
  }

  /// Keeps the record in place of the one before; what cannot be kept is forgotten.
  package func save(in folder: VaultFolder) {
    var record = RecordText()
    if let finished { record.append("finished", "\(finished)") }
    if let failed {
      record.append("failed", "\(failed.time)")
      record.append("error", failed.message)
    }
    if let undo {
      record.append("undo-before", undo.before.hex)
      record.append("undo-after", undo.after.hex)
    }
    if !told.isEmpty {
      record.append("told", told.map(\.rawValue).sorted().joined(separator: " "))
    }
    try? AtomicFileWriter(folder).replaceUnsynced(Self.file, record.bytes)
  }
}
