package import Git
internal import VaultFormat
package import VaultStore

/// A device's record of its last sync, in `.tl/local/last-sync`.
///
/// The next sync does not need it: without it `tl status` knows less, there is nothing to undo, and commits that were
/// removed from the remote's history are sent again.
package struct SyncRecord: Hashable, Sendable {
  /// Seconds since 1970 of the last completed sync.
  package var finished: Int64?
  /// Seconds since 1970 of the last attempt, and its error; nil after a completed sync.
  package var failed: Failure?
  /// What `tl sync --undo` reverts.
  package var undo: Undo?
  /// Advice that was given, which is given once.
  package var givenAdvice: Set<Advice> = []
  /// Branches of remotes at the end of the last sync with each, the latest at the end.
  private(set) var seen: [SeenBranch] = []

  struct SeenBranch: Hashable, Sendable {
    var commit: ObjectID
    /// `refs/heads/…` of the remote.
    var branch: String
    /// The address without a password.
    var address: String
  }

  package struct Failure: Hashable, Sendable {
    package var time: Int64
    /// The message that the user saw.
    package var message: String
  }

  /// The last time that commits from elsewhere, or an undo, changed the files.
  package struct Undo: Hashable, Sendable {
    /// The commit of this device alone.
    package var before: ObjectID
    /// The commit after the merge.
    package var after: ObjectID
  }

  package enum Advice: String, CaseIterable, Sendable {
    case defaultIdentity = "made-up-identity"
    case serverHooks = "server-hooks"
    case hooks = "hooks"
  }

  /// The number of branches that are kept.
  private static let seenLimit = 100

  static let file = VaultPath(in: VaultLayout.local, named: "last-sync".utf8)

  package init() {}

  /// Empty if there is no record, or it cannot be read.
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
    seen = record.lines.filter { $0.key == "seen" }.compactMap { SeenBranch($0.value) }
    for name in record.text("told")?.split(separator: " ") ?? [] {
      if let advice = Advice(rawValue: String(name)) { givenAdvice.insert(advice) }
    }
  }

  /// Replaces the record; ignores errors.
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
    for branch in seen { record.append("seen", branch.text) }
    if !givenAdvice.isEmpty {
      record.append("told", givenAdvice.map(\.rawValue).sorted().joined(separator: " "))
    }
    try? AtomicFileWriter(folder).replaceUnsynced(Self.file, record.bytes)
  }
}

extension SyncRecord {
  /// What a branch of a remote had at the end of the last sync with it; nil if that is not known.
  ///
  /// - Parameter root: the base of relative addresses.
  func commit(of branch: String, at address: String, root: String) -> ObjectID? {
    seen.last { $0.isBranch(branch, at: address, root: root) }?.commit
  }

  /// Replaces what is known of a branch; that of other branches and remotes stays.
  mutating func note(_ new: SeenBranch, root: String) {
    seen.removeAll { $0.isBranch(new.branch, at: new.address, root: root) }
    seen = Array((seen + [new]).suffix(Self.seenLimit))
  }
}

extension SyncRecord.SeenBranch {
  /// Whatever the spelling of the address.
  fileprivate func isBranch(_ branch: String, at address: String, root: String) -> Bool {
    guard branch == self.branch else { return false }
    if address == self.address { return true }
    guard let known = try? RemoteAddress(self.address, relativeTo: root),
      let other = try? RemoteAddress(address, relativeTo: root)
    else { return false }
    return known.isSamePlace(as: other)
  }

  /// `COMMIT BRANCH ADDRESS`.
  fileprivate var text: String { "\(commit.hex) \(branch) \(address)" }

  fileprivate init?(_ text: [UInt8]) {
    let parts = String(decoding: text, as: UTF8.self).split(separator: " ", maxSplits: 2)
    guard parts.count == 3, let commit = ObjectID(hex: String(parts[0])) else { return nil }
    self.init(commit: commit, branch: String(parts[1]), address: String(parts[2]))
  }
}
