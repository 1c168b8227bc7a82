internal import Journal
package import Operations
internal import SystemCalls
package import VaultFormat
package import VaultIndex
package import VaultStore
internal import Words

/// The vault of a session, as of the moment in which it was opened.
package struct OpenVault {
  /// For times without an offset it has the zone of the vault's settings, else that of this process.
  package var source: NoteSource
  let session: Session

  init(vault: Vault, zone: TimeZoneRules, session: Session) {
    source = NoteSource(
      vault, session.surroundings, zone: zone, threads: ThisDevice.processorCount)
    self.session = session
  }

  package var vault: Vault { source.vault }
  package var zone: TimeZoneRules { source.zone }
  /// The clock and the random ids of this process, in the zone of the vault.
  package var surroundings: Surroundings { source.surroundings }
  var console: Console { session.console }

  /// What of the notes may be shown.
  var visibility: Visibility { source.visibility }

  /// When the command began, in the zone of the vault.
  var now: NoteTime { source.now }

  /// The vault as of now, for a command that goes on showing it.
  var later: OpenVault { OpenVault(vault: vault, zone: zone, session: session) }

  /// Reads the vault.
  ///
  /// Files that cannot be read are reported, and make the command end with `failure`.
  ///
  /// - Parameter withSealed: reads sealed notes as they are, for a change that concerns them too.
  package func scan(
    _ query: NoteQuery = NoteQuery(), keepsText: Bool = true, withSealed: Bool = false
  ) throws -> VaultIndex {
    let index = try source.scanner(withSealed: withSealed)
      .scan(query, keepsText: keepsText, recorded: recordedNote)
    report(index)
    return index
  }

  /// The same for what the notes and pages tell whose front matter has one of the keys.
  func journalScan(noting keys: KnownKeySet = [], keepsText: Bool = false) -> JournalScan {
    let scan = JournalScan(source, noting: keys, keepsText: keepsText, recorded: recordedNote)
    report(scan.index)
    return scan
  }

  /// The same without texts, and what the visitors gathered.
  func scan<Visitor: NoteVisitor>(
    visitor: @Sendable () -> Visitor
  ) -> (index: VaultIndex, visitors: [Visitor]) {
    let scan = source.scanner().scan(keepsText: false, recorded: recordedNote, visitor: visitor)
    report(scan.index)
    return scan
  }

  private func report(_ index: VaultIndex) {
    for located in index.findings where located.finding.severity == .error {
      session.fail(Problem("\(located.path.shown): \(located.finding.message)"))
    }
  }

  /// Takes the write lock.
  func writer() throws -> NoteWriter {
    try source.writer(as: session.operation, timeout: session.environment.lockTimeout)
  }

  /// What may be shown of a note: of a sealed one that it is, and when it opens.
  func note(at path: VaultPath) throws -> NoteFile {
    let note = try vault.note(at: path, zone: zone)
    return visibility.shown(note, try answer(for: note.document))
  }

  /// The same of a note of an index, which knows of which conflict copies the notes are sealed.
  func note(_ position: VaultIndex.Position, of index: VaultIndex) throws -> NoteFile {
    let note = try vault.note(at: index.path(position), zone: zone)
    return visibility.shown(
      note, visibility.answer(for: note.document, at: position, in: index))
  }

  /// Of a note as its file is now; reads the vault for a conflict copy.
  func answer(for document: NoteDocument) throws -> Visibility.Answer {
    try visibility.answer(for: document, in: scan(keepsText: false))
  }

  /// Warns about a file that is larger than the vault allows.
  func warnIfLarge(_ name: String, size: Int64) {
    let limit = vault.configuration.maximumMediaSize
    guard size > limit else { return }
    session.console.warn(
      "\(name) has \(ByteCount(size)), more than the vault's limit of \(ByteCount(limit)); "
        + "tl sync will ask before it commits the file")
  }

  /// Stores a list, for `@N`, before it is printed: a reader may stop in the midst of it.
  ///
  /// Where that cannot be, `@N` means nothing, and never a note of another list.
  func saveLastList(_ notes: [LastList.Note]) {
    guard vault.isInitialized else { return }
    let terminal = StandardStream.terminalName
    do {
      try LastList(time: now.seconds, notes: notes).save(in: vault, on: terminal)
    } catch {
      guard !LastList.forget(in: vault, on: terminal) else { return }
      session.console.warn(
        "this list cannot be stored: @1 is still the first note of an earlier one")
    }
  }
}

/// Whether what is kept of notes beside the notes may be shown: versions of the history, the trash and drafts, and
/// operations.
///
/// Reads the vault once, when it is first needed; what it cannot read it does not report.
final class KeptVisibility {
  private let vault: OpenVault
  /// What versions of the history said that were seen so far.
  private var history = LastStates()
  private lazy var kept = Result {
    LastStates.kept(in: vault.vault.folder, by: vault.visibility, besides: try names.get())
  }
  private lazy var names = Result {
    NoteNames(of: try vault.source.scanner().scan(keepsText: false, recorded: vault.recordedNote))
  }

  init(_ vault: OpenVault) { self.vault = vault }

  /// - Parameter path: where the version was.
  func shows(_ version: NoteDocument, at path: VaultPath) throws -> Bool {
    try vault.visibility.answer(
      forVersion: version, at: path, in: names.get(), after: last()) == .visible
  }

  /// Remembers a version of a note that may be gone, for older ones: the newest has to be seen first.
  func see(_ version: NoteDocument, at path: VaultPath) {
    history.add(version, at: path, by: vault.visibility)
  }

  /// Whether no note is at a path.
  func isGone(_ path: VaultPath) throws -> Bool { try names.get().note(at: path) == nil }

  /// What an operation did, without the words of notes that are sealed.
  func words(of operation: LoggedOperation) throws -> String {
    operation.words(isHidden: try hides(operation))
  }

  func hides(_ operation: LoggedOperation) throws -> Bool {
    try vault.visibility.hides(operation, in: names.get(), after: last())
  }

  private func last() throws -> [LastStates] { try kept.get() + [history] }
}

extension OpenVault {
  /// The categories of the settings and of the notes as they are now.
  ///
  /// - Parameter withSealed: for a change, which concerns sealed notes too.
  func categories(withSealed: Bool = false) throws -> CategoryBook {
    try CategoryBook(JournalSettings(vault.configuration).categories, in: vault.folder) {
      try scan($0, keepsText: false, withSealed: withSealed)
    }
  }

  /// Changes the settings, and says nothing.
  func editSettings(_ change: (SettingsDocument) throws -> SettingsDocument) throws {
    _ = try writer().editSettings(change)
  }

  /// Prints the notes that a change would change.
  func show(_ replacement: CategoryReplacement) throws {
    for note in replacement.notes { try session.console.line(note.id, note.path) }
  }

  /// Changes notes, printing each, and then the settings; a failure is reported, and does not affect the other notes.
  ///
  /// - Returns: whether all is done; the settings are as they were if a note could not be changed.
  func carryOut(_ replacement: CategoryReplacement) throws -> Bool {
    let notes = replacement.new == nil ? [] : replacement.notes
    let isWhole = try edit(notes, progress: "changing notes") { try replacement.edited($1) }.isWhole
    guard isWhole else { return false }
    try editSettings { try replacement.edited($0) }
    return true
  }
}
