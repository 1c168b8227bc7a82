internal import Git
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync

/// Some versions of a note, newest first, and what one of them changed.
struct NoteVersions: Sendable {
  struct Version: Sendable {
    /// A commit, or `now` for what is in no commit.
    var name: String
    /// Nil for `now`.
    var time: NoteTime?
    var device: String
    var kind: Kind
    /// The text of `now` is there already, and a removal has none.
    var canRestore: Bool
  }

  enum Kind: Sendable {
    case present, added, changed, moved, removed, media
  }

  let note: HistoricNote
  let isThere: Bool
  private(set) var title: String
  private(set) var versions: [Version] = []
  /// The last version of these, if there are older ones.
  private(set) var older: String?
  /// The version whose lines these are.
  private(set) var chosen: String?
  private let visibility: Visibility
  private let index: VaultIndex
  /// Nil if the texts are too large or no text.
  private(set) var lines: [LineComparison.Line]?

  static let limit = 100

  /// - Parameters:
  ///   - chosen: the name of a version; nil for the newest.
  ///   - before: the name of the version after which the list starts.
  ///   - visibility: versions that are sealed have no lines.
  ///   - index: of all notes.
  init(
    of note: HistoricNote, isThere: Bool, in history: VaultHistory, _ vault: Vault,
    chosen: String?, before: String?, _ visibility: Visibility, _ index: VaultIndex
  ) throws {
    self.note = note
    self.isThere = isThere
    (self.visibility, self.index) = (visibility, index)
    let present = isThere ? try vault.folder.read(note.path).bytes : nil
    title = NoteDocument(present ?? []).lastingTitle(at: note.path)
    var isBefore = before != nil
    var isNewest = true
    try history.forEachStep(of: note) { step in
      defer { isNewest = false }
      if isNewest { try addPresent(present, after: step, history, isListed: !isBefore, chosen) }
      let name = step.entry.commit.hex
      if isBefore {
        isBefore = name != before
        return true
      }
      guard versions.count < Self.limit else {
        older = versions.last?.name
        return false
      }
      let isSame =
        try isNewest && present == step.new.map { try history.content($0, at: step.path) }
      versions.append(
        Version(
          name: name, time: step.entry.time, device: step.entry.device, kind: Kind(step),
          canRestore: step.new != nil && !isSame))
      if chosen == name || (chosen == nil && self.chosen == nil) {
        self.chosen = name
        lines = try comparison(
          from: step.old.map { try history.content($0, at: step.origin ?? step.path) },
          to: step.new.map { try history.content($0, at: step.path) })
      }
      return true
    }
  }

  /// What was changed since the newest commit of the note.
  private mutating func addPresent(
    _ present: [UInt8]?, after step: NoteStep, _ history: VaultHistory, isListed: Bool,
    _ chosen: String?
  ) throws {
    let recorded = try step.new.map { try history.content($0, at: step.path) }
    guard isListed, let present, present != recorded else { return }
    versions.append(
      Version(name: "now", time: nil, device: "", kind: .present, canRestore: false))
    guard chosen == nil || chosen == "now" else { return }
    self.chosen = "now"
    lines = comparison(from: recorded, to: present)
  }

  private func comparison(
    from old: [UInt8]?, to new: [UInt8]?
  ) -> [LineComparison.Line]? {
    let (old, new) = (old ?? [], new ?? [])
    guard old.count + new.count <= LinesView.byteLimit, !old.contains(0), !new.contains(0),
      [old, new].allSatisfy({ visibility.answer(for: NoteDocument($0), in: index) == .visible })
    else { return nil }
    return LineComparison(from: old, to: new).lines
  }
}

extension NoteVersions.Kind {
  fileprivate init(_ step: NoteStep) {
    self =
      step.new == nil
      ? .removed
      : step.origin != nil
        ? .moved : step.old == nil ? .added : step.old == step.new ? .media : .changed
  }
}
