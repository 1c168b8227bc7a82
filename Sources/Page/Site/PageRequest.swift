internal import Cryptography
internal import HTTPTypes
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// A request that has passed the checks, and what its handler needs.
struct PageRequest: Sendable {
  let site: PageSite
  let request: WebRequest
  /// The values of the names in braces of its route.
  let parameters: [String]
  /// Nil for a route that is open to everybody.
  let session: BrowserSession?
  /// The same for the whole request, whatever changes meanwhile.
  private(set) var snapshot: LiveSnapshot
  /// As of one moment: that in which the request came.
  let source: NoteSource
  /// Receives what the request changes in the vault; nil for one that only reads.
  let recorder: OperationRecorder?
  /// The form's fields, if it is a form.
  var form: PageForm?
  /// Whether the request was handled before with an index that did not know of a change.
  private(set) var isRepeated = false
  /// Others wait for what is found too, so that it is looked for although the client has gone.
  var isShared = false

  /// - Throws: the problem if the first value of the address cannot be read.
  func parameter<Value>(
    or problem: PageProblem = .noSuchPage, _ read: (String) throws -> Value?
  ) throws -> Value {
    guard let value = try parameters.first.flatMap(read) else { throw problem }
    return value
  }

  /// Empty for a request without one.
  var sentForm: PageForm { form ?? PageForm(fields: FormFields("")) }
  /// The path of the request without the site's prefix.
  var localPath: String { String(request.path.dropFirst(addresses.prefix.count)) }
  var addresses: SiteAddress { site.addresses }
  var vault: Vault { source.vault }
  var zone: TimeZoneRules { source.zone }
  var now: NoteTime { source.now }
  var visibility: Visibility { source.visibility }
  var isWritable: Bool { !site.settings.isReadOnly }
  var cardLoader: CardLoader { CardLoader(vault: vault, visibility: visibility, cache: site.cards) }
  /// All notes.
  var timeline: TimelineIndex { site.timeline(of: snapshot) }
}

extension PageRequest {
  /// Runs a change after those that wait, with the vault's lock; the index knows of it afterwards, where the system
  /// reports changes.
  ///
  /// - Parameter recorder: that of the request if nil.
  func write<Result: Sendable>(
    as recorder: OperationRecorder? = nil,
    _ body: @escaping @Sendable (borrowing NoteWriter) throws -> Result
  ) async throws -> Result {
    try await site.write(source, as: recorder ?? self.recorder, body)
  }

  /// Whether there is certainly no file at a path that the index has.
  func isGone(_ path: VaultPath) -> Bool {
    do { return try vault.folder.status(path) == nil } catch { return false }
  }

  /// The error of a request for a note that the index has and the folder has not; when repeated, there is no such note.
  var isMissing: any Error { isRepeated ? PageProblem.noSuchNote : IndexIsBehind() }

  /// Runs a read or a change of the note at a path, which the index had.
  ///
  /// - Throws: `IndexIsBehind` if it failed because the note is not there any more, unless the request was repeated.
  func onNote<Value>(at path: VaultPath, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch  where !isRepeated && isGone(path) {
      throw IndexIsBehind()
    }
  }

  /// Answers, and once more with a later index if the index was behind.
  func handled(by route: Route) async throws -> Reply {
    defer { recorder?.finish() }
    do {
      return try await answered(by: route)
    } catch  where !(error is HTTPErrorReply) {
      guard let changed = recorder?.changedBefore else { throw error }
      throw ErrorAfterChanges(error: error, changed: changed)
    }
  }

  private func answered(by route: Route) async throws -> Reply {
    do {
      return try await route.handler(self)
    } catch is IndexIsBehind {
    } catch let error as StoreError
      where error.system?.isMissing == true && !route.method.isWrite
    {}
    return try await route.handler(await afterNextChange())
  }

  /// The same request with the vault as it is now.
  var fresh: PageRequest {
    var later = self
    later.snapshot = site.live.snapshot
    later.isRepeated = true
    return later
  }

  /// The same request with the index after the change that took its note away, or after a tenth of a second without
  /// another change.
  private func afterNextChange() async -> PageRequest {
    var later = self
    for _ in 0..<Self.mostChanges {
      let generation = later.snapshot.generation
      await site.waitForChange(after: generation)
      later = fresh
      guard later.snapshot.generation != generation, later.namesMissingNote else { break }
    }
    return later
  }

  /// Changes of other notes that may come first.
  private static let mostChanges = 5

  private var namesMissingNote: Bool {
    guard let id = parameters.first.flatMap(NoteAddress.id) else { return false }
    let index = snapshot.index
    return index.notes(withID: id).first.map { isGone(index.path($0)) } ?? false
  }
}

extension PageSite {
  /// Returns when the index has a note that was written, or after two seconds.
  func waitForNote(_ id: String) async {
    for _ in 0..<200 where live.snapshot.index.notes(withID: id).isEmpty {
      try? await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Runs a change after those that wait, with the vault's lock, as `PageRequest.write`.
  func write<Result: Sendable>(
    _ source: NoteSource, as recorder: OperationRecorder?,
    _ body: @escaping @Sendable (borrowing NoteWriter) throws -> Result
  ) async throws -> Result {
    let settings = settings
    let generation = live.snapshot.generation
    let start = settings.source.milliseconds()
    let result = try await writes.run {
      // The changes before this one may have waited for the same lock.
      let waited = Int(settings.source.milliseconds() - start)
      return try body(
        source.writer(
          as: recorder, timeout: .milliseconds(settings.lockTimeout * 1000 - waited)))
    }
    await waitForChange(after: generation)
    return result
  }

  /// A change is in the index after some twenty milliseconds; a write that changed nothing is waited for in vain.
  private static let longestWait = 100

  fileprivate func waitForChange(after generation: UInt64) async {
    var turns = 0
    while turns < Self.longestWait / 2, live.snapshot.generation == generation,
      live.snapshot.state == .watched
    {
      try? await Task.sleep(for: .milliseconds(2))
      turns += 1
    }
  }
}

extension PageRequest {
  /// What may be shown of a note.
  func note(at path: VaultPath) throws(StoreError) -> NoteFile {
    let note = try vault.note(at: path, zone: zone)
    return visibility.shown(note, answer(for: note.document))
  }

  /// Of a note as its file is now.
  func answer(for document: NoteDocument) -> Visibility.Answer {
    visibility.answer(for: document, in: snapshot.index)
  }

  /// The title of a version of a note, as of one in the trash.
  func title(ofVersion document: NoteDocument, at path: VaultPath) -> String {
    answer(forVersion: document, at: path).opening.map(NoteDocument.titleOfSealed)
      ?? document.title(at: path)
  }

  /// Of a version of a note; for one that is gone the first request reads the log of operations, so that it is to be asked
  /// for in `site.scans`.
  ///
  /// - Parameter newer: what newer versions of the history said.
  func answer(
    forVersion document: NoteDocument, at path: VaultPath, after newer: LastStates = LastStates()
  ) -> Visibility.Answer {
    visibility.answer(
      forVersion: document, at: path, in: timeline.names, after: lastStates + [newer])
  }

  /// What is known of notes that are not in the vault any more; also to be asked for in `site.scans`.
  var lastStates: [LastStates] {
    timeline.lastStates {
      LastStates.kept(in: vault.folder, by: visibility, besides: timeline.names)
    }
  }

  /// Whether a note, or the note of a medium, is not sealed.
  func mayShow(_ path: VaultPath) -> Bool {
    visibility.answer(for: path, in: timeline.names) == .visible
  }

  // MARK: - Files

  /// The files of the form, and those that a script has sent before it, in the order of the form.
  ///
  /// - Throws: if one could not be kept, or does not wait any more: its client sends it again.
  func files() throws -> [UploadedFile] {
    guard let form else { return [] }
    return try form.sentFiles()
      + form.staged.map { file throws(PageProblem) in
        guard let path = site.stage.path(of: file.hash) else { throw PageProblem.isMissingFiles }
        return UploadedFile(name: file.name, keeping: path)
      }
  }

  /// The files of the form, as what becomes media of a note.
  func newMedia() async throws -> [NewMedia] { try await newMedia(of: try files()) }

  /// Brings files to the vault's disk while nobody waits for its lock.
  func newMedia(of files: [UploadedFile]) async throws -> [NewMedia] {
    guard !files.isEmpty else { return [] }
    return try await site.copies.run { [folder = vault.folder] in
      let stage = try MediaStage(in: folder)
      return try files.map { file in
        NewMedia(
          name: file.safeName,
          file: try stage.add(linking: file.path, isSynced: file.isSynced))
      }
    }
  }

  /// Removes what was sent before the form, once it is where it belongs.
  func dropStagedFiles() { for file in form?.staged ?? [] { site.stage.remove(file.hash) } }

  // MARK: - Operations

  /// The operation that the request names by its header `Tl-Operation` or its field `operation`.
  ///
  /// - Throws: for an id that is not valid.
  func operation() throws(PageProblem) -> OperationKey? {
    guard let id = request.field("Tl-Operation") ?? form?["operation"], !id.isEmpty else {
      return nil
    }
    guard let key = operation(named: id) else {
      throw PageProblem(.badRequest, "Not understood", "The operation id is not valid.")
    }
    return key
  }

  /// Nil for an id that cannot be one.
  func operation(named id: String) -> OperationKey? {
    OperationKey(id, account: session?.account ?? "") { sha256Hex($0.utf8) }
  }

  /// The request comes from the outbox of a browser, and nobody is there to choose between two versions.
  var isReplayed: Bool { request.isByScript && request.field("Tl-Replay") != nil }

  /// As `write`, unless the operation was done already.
  func write(
    once key: OperationKey?,
    _ change: @escaping @Sendable (borrowing NoteWriter, _ isAgain: Bool) throws -> OperationOutcome
  ) async throws -> OperationOutcome {
    if let key, let outcome = site.operations.outcome(of: key) { return outcome }
    return try await write { writer in
      try site.operations.once(key) { isAgain in
        var outcome = try change(writer, isAgain)
        outcome.change = recorder?.number
        return outcome
      }
    }
  }

  /// The page that shows what became of it.
  func address(after outcome: OperationOutcome) -> String {
    switch outcome.kind {
    case .conflict: return addresses.address("/drafts")
    case .removed: return addresses.address("/")
    case .saved, .merged:
      let note = outcome.id.flatMap { NoteID($0) }.map(addresses.note) ?? addresses.address("/")
      let done =
        outcome.done ?? (outcome.kind == .merged ? "merged" : outcome.change.map { _ in "saved" })
      return note + (done.map { "?done=\(signed($0, change: outcome.change))" } ?? "")
    }
  }

  /// `{"id", "address", "outcome"}`, and what else the script shows.
  func reply(_ outcome: OperationOutcome, _ more: [(String, JSONValue)] = []) -> Reply {
    let entries: [(String, JSONValue)] = [
      ("id", .text(outcome.id)), ("address", .string(address(after: outcome))),
      ("outcome", .string(outcome.kind.rawValue)),
    ]
    return .json(.object(entries + more))
  }
}

extension PageProblem {
  static func isSealed(until day: CalendarDay) -> PageProblem {
    PageProblem(
      .forbidden, "Sealed until \(DateWords.day(day))",
      "This note opens by itself on that day. Until then its words and files are not shown; on the command line "
        + "tl seal --off opens it now.")
  }

  fileprivate static let isMissingFiles = PageProblem(
    .init(code: 424, reasonPhrase: "Failed Dependency"), "Files are missing",
    "Not all files have arrived. Nothing was changed: send them again.", next: nil)
}
