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
  let session: Session?
  /// The same for the whole request, whatever changes meanwhile.
  private(set) var snapshot: LiveSnapshot
  let vault: Vault
  /// Receives what the request changes in the vault; nil for one that only reads.
  let recorder: OperationRecorder?
  /// The form's fields, if it is a form.
  var form: PageForm?
  /// Whether the request was handled before with an index that did not know of a change.
  private(set) var isRepeated = false
  /// Others wait for what is found too, so that it is looked for although the client has gone.
  var isShared = false

  /// The path of the request without the site's prefix.
  var localPath: String { String(request.path.dropFirst(addresses.prefix.count)) }
  var addresses: SiteAddress { site.addresses }
  var zone: TimeZoneRules { site.settings.source.zone }
  var isWritable: Bool { !site.settings.isReadOnly }
  var shelf: NoteShelf { NoteShelf(vault: vault, visibility: visibility, cache: site.cards) }
  /// All notes.
  var timeline: TimelineIndex { site.timeline(of: snapshot) }
  var now: NoteTime { NoteTime(instant: site.settings.surroundings.now(), zone: zone) }
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
    let (vault, zone, recorder) = (vault, zone, recorder ?? self.recorder)
    let settings = site.settings
    let generation = site.live.snapshot.generation
    let start = settings.source.milliseconds()
    let result = try await site.writes.run {
      // The changes before this one may have waited for the same lock.
      let waited = Int(settings.source.milliseconds() - start)
      let writer = try NoteWriter(
        vault, settings.surroundings, zone: zone,
        timeout: .milliseconds(settings.lockTimeout * 1000 - waited), operation: recorder)
      return try body(writer)
    }
    await site.waitForChange(after: generation)
    return result
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
