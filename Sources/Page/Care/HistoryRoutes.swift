internal import HTTPTypes
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync
internal import WebServer

/// The versions of a note in git, and the way back to one.
enum HistoryRoutes {
  /// The field `v` names a version (a commit, or `now`), and `before` a commit, for older ones.
  static func history(_ incoming: PageRequest) async throws -> Reply {
    let vault = try CareVault(incoming)
    let present = try NoteRoutes.findPresent(incoming)
    if let present, present.redirect != nil {
      return .redirect(.seeOther, to: incoming.addresses.note(present.id) + "/history")
    }
    let query = incoming.request.query
    let (chosen, before) = (query["v"], query["before"])
    let (visibility, index) = (incoming.visibility, incoming.snapshot.index)
    let text = incoming.parameters.first.flatMap(NoteAddress.id) ?? ""
    let found: NoteVersions
    do {
      found = try await incoming.site.scans.run {
        let history = try vault.reading().history()
        let note = try note(present, named: text, in: history, vault.vault)
        return try NoteVersions(
          of: note, isThere: present != nil, in: history, vault.vault, chosen: chosen,
          before: before, visibility, index)
      }
    } catch {
      throw PageProblem(ofCare: error)
    }
    return try HistoryView(incoming, found).reply()
  }

  /// Writes the version of the query's field `v` back, as `tl restore` does.
  static func restore(_ incoming: PageRequest) async throws -> Reply {
    let vault = try CareVault(incoming)
    let present = try NoteRoutes.findPresent(incoming)
    let text = incoming.parameters.first.flatMap(NoteAddress.id) ?? ""
    guard let revision = incoming.request.query["v"] else { throw PageProblem.isStale }
    do {
      let past = try await incoming.site.scans.run {
        let history = try vault.reading().history()
        let note = try note(present, named: text, in: history, vault.vault)
        guard let commit = history.commit(named: revision),
          let past = try history.note(note, in: commit)
        else { throw PageProblem.noSuchVersion }
        return past
      }
      if present == nil { try checkPrivacy(of: past, vault) }
      try await incoming.write { writer in
        let path = present?.path
        if let path, try vault.vault.folder.read(path).bytes == past.bytes { return }
        _ = try vault.reading().history().restore(past, over: path, with: writer)
      }
      let done = incoming.said("version")
      return .redirect(.seeOther, to: incoming.addresses.note(past.id) + "?done=\(done)")
    } catch {
      throw PageProblem(ofCare: error)
    }
  }

  /// A note that is there, or else one that was removed, by its whole id.
  private static func note(
    _ present: NoteRoutes.Found?, named id: String, in history: VaultHistory, _ vault: Vault
  ) throws -> HistoricNote {
    if let present { return HistoricNote(path: present.path, id: present.id) }
    let isIt: (VaultPath, () throws -> NoteID) throws -> Bool = { _, found in
      try found().text.utf8.elementsEqual(id.utf8)
    }
    guard
      let note = try history.missingNote(in: vault.folder, isIt) ?? history.removedNote(isIt)
    else { throw PageProblem.noSuchNote }
    return note
  }

  private static func checkPrivacy(of past: PastNote, _ vault: CareVault) throws {
    let path = try vault.vault.folder.freePath(like: past.path)
    let files = RenamedFile.note(
      past.path, to: path, media: past.media.compactMap { VaultPath($0.path.name) })
    guard let file = try vault.exposed(files.filter { $0.old != $0.new }) else { return }
    throw PageProblem(
      .conflict, PageWords.failed, PageWords.lessPrivate(file.old.text, file.new.text))
  }
}

extension PageProblem {
  static let noSuchVersion = PageProblem(
    .notFound, "Not found", "This version is not in the history of the note.")
}
