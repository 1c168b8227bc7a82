internal import Git
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
    let vault = try MaintenanceVault(incoming)
    let present = try NoteRoutes.findPresent(incoming)
    if let present, present.redirect != nil {
      return .redirect(.seeOther, to: incoming.addresses.note(present.id) + "/history")
    }
    let query = incoming.request.query
    let found = try await incoming.site.scans.run {
      let history = try vault.reading().history()
      let note = try note(present, incoming, in: history, vault.vault)
      return try NoteVersions(
        of: note, isThere: present != nil, in: history, incoming, chosen: query["v"],
        before: query["before"])
    }
    return try HistoryView(incoming: incoming, found: found).reply()
  }

  /// Writes the version of the query's field `v` back, as `tl restore` does.
  static func restore(_ incoming: PageRequest) async throws -> Reply {
    let vault = try MaintenanceVault(incoming)
    let present = try NoteRoutes.findPresent(incoming)
    guard let revision = incoming.request.query["v"] else { throw PageProblem.isStale }
    let past = try await incoming.site.scans.run {
      let history = try vault.reading().history()
      let note = try note(present, incoming, in: history, vault.vault)
      guard let commit = history.commit(named: revision),
        let past = try history.note(note, in: commit)
      else { throw PageProblem.noSuchVersion }
      return past
    }
    if present == nil { try checkPrivacy(of: past, vault) }
    try await incoming.write { writer in
      if let path = present?.path, try vault.vault.folder.read(path).bytes == past.bytes { return }
      _ = try vault.reading().history().restore(past, over: present?.path, with: writer)
    }
    return incoming.redirect("/n/\(NoteAddress.segment(of: past.id))", done: "version")
  }

  /// A note that is there, or else one that was removed, by its whole id.
  private static func note(
    _ present: NoteRoutes.Found?, _ incoming: PageRequest, in history: VaultHistory, _ vault: Vault
  ) throws -> HistoricNote {
    let id = incoming.parameters.first.flatMap(NoteAddress.id) ?? ""
    if let present { return HistoricNote(path: present.path, id: present.id) }
    let isIt: (VaultPath, () throws -> NoteID) throws -> Bool = { _, found in
      try found().text.utf8.elementsEqual(id.utf8)
    }
    guard
      let note = try history.missingNote(in: vault.folder, isIt) ?? history.removedNote(isIt)
    else { throw PageProblem.noSuchNote }
    return note
  }

  private static func checkPrivacy(of past: PastNote, _ vault: MaintenanceVault) throws {
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

/// The history of a note: the values of `history.mustache`.
struct HistoryView {
  let incoming: PageRequest
  let found: NoteVersions

  private var note: String { incoming.addresses.note(found.note.id) }
  private var versions: [NoteVersions.Version] { found.versions }
  private var hasDevices: Bool { Set(versions.map(\.device)).subtracting([""]).count > 1 }

  func reply() throws -> Reply {
    let title = found.title.shownLine
    let position = incoming.timeline.names.note(at: found.note.path)
    var frame = PageFrame(
      incoming, title: "\(PageWords.history) of \(title)", styles: ["maintenance.css"])
    frame.parent =
      found.isThere
      ? .link(note, title) : .link(incoming.addresses.address("/"), PageWords.timeline)
    frame.values = [
      "heading": .text(PageWords.history), "about": .optional(position == nil ? title : nil),
      "row": .optional(position.map { incoming.rows(of: [$0], in: incoming.timeline)[0] }),
      "hasSeveral": .flag(versions.count > 1),
      "days": .days(Array(versions.prefix(3)), now: incoming.now, { $0.time }, version),
      "olderDays": .days(Array(versions.dropFirst(3)), now: incoming.now, { $0.time }, version),
      "hasOlder": .flag(versions.count > 3),
      "isOlder": .flag(versions.dropFirst(3).contains { $0.name == found.chosen }),
      "olderHref": .optional(found.older.map { "\(note)/history?before=\($0)" }),
      "version": .optional(opened),
      "empty": .empty(PageWords.noVersions, if: versions.isEmpty),
    ]
    return try frame.reply("history")
  }

  private func version(_ version: NoteVersions.Version) -> TemplateView {
    [
      "when": .text(version.time.flatMap(DateWords.clock) ?? PageWords.now),
      "exact": .text(version.time.map(DateWords.moment) ?? PageWords.now),
      "what": .text(version.what), "device": .optional(hasDevices ? version.device : nil),
      "href": .text("\(note)/history?v=\(version.name)#version"),
      "isCurrent": .flag(version.name == found.chosen),
    ]
  }

  private var opened: TemplateView? {
    guard let version = versions.first(where: { $0.name == found.chosen }) else { return nil }
    let day = version.time.map { DateWords.dayNear($0.day, now: incoming.now.day) }
    // All of the first one is new.
    let isFirst = found.texts?.old.bytes.isEmpty == true
    let text = found.texts.map { VersionLines(from: isFirst ? $0.new : $0.old, to: $0.new) }
    return [
      "title": .text(
        [day ?? PageWords.now, version.time.flatMap(DateWords.clock)]
          .compactMap(\.self).joined(separator: ", ")),
      "what": .text(version.what), "text": .list(text?.together ?? []),
      "none": text?.isSame != false && !isFirst
        ? .text(text == nil ? PageWords.notCompared : PageWords.noLinesChanged) : .none,
      "hasHidden": .flag(text?.hidden.isEmpty == false), "hidden": .list(text?.hidden ?? []),
      "isPresent": .flag(version.name == found.present),
      "hasAdded": .flag(text?.has(\.isNew) == true),
      "hasRemoved": .flag(text?.has(\.isOld) == true),
      "restoreAction": .optional(
        incoming.isWritable && version.canRestore ? "\(note)/restore?v=\(version.name)" : nil),
    ]
  }
}

/// Some versions of a note, newest first, and what one of them changed.
struct NoteVersions: Sendable {
  struct Version: Sendable {
    /// A commit, or `now` for what is in no commit.
    var name: String
    /// Nil for `now`.
    var time: NoteTime?
    /// Its first words that are new.
    var what: String
    var device = ""
    /// The text of `now` is there already, and a removal has none.
    var canRestore: Bool
  }

  let note: HistoricNote
  let isThere: Bool
  private(set) var title: String
  private(set) var versions: [Version] = []
  /// The version that reads as the note does now.
  private(set) var present: String?
  /// The last version of these, if there are older ones.
  private(set) var older: String?
  /// The version whose texts these are.
  private(set) var chosen: String?
  private let incoming: PageRequest
  /// What the versions said that were gone through, of a note that is not there.
  private var newer = LastStates()
  /// Nil if they are too large or no text.
  private(set) var texts: Texts?

  typealias Texts = (old: NoteDocument, new: NoteDocument)

  static let limit = 100
  /// Larger texts are compared only when they are opened.
  private static let countLimit = 64 << 10

  /// - Parameters:
  ///   - chosen: the name of a version; nil for the newest, of a note that is gone the newest with a text.
  ///   - before: the name of the version after which the list starts.
  init(
    of note: HistoricNote, isThere: Bool, in history: VaultHistory, _ incoming: PageRequest,
    chosen: String?, before: String?
  ) throws {
    self.note = note
    self.isThere = isThere
    self.incoming = incoming
    let present = isThere ? try incoming.vault.folder.read(note.path).bytes : nil
    title = NoteDocument(present ?? []).lastingTitle(at: note.path)
    var isBefore = before != nil
    var isNewest = true
    try history.forEachStep(of: note) { step in
      defer { isNewest = false }
      if isNewest { try addPresent(present, after: step, history, isListed: !isBefore, chosen) }
      if !isThere { try see(step, history) }
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
      let texts = comparison(
        from: try step.old.map { try history.content($0, at: step.former) }, at: step.former,
        to: try step.new.map { try history.content($0, at: step.path) }, at: step.path)
      versions.append(
        Version(
          name: name, time: NoteTime(instant: step.entry.time.seconds, zone: incoming.zone),
          what: texts.flatMap(Self.words) ?? step.what, device: step.entry.device.shownLine,
          canRestore: step.new != nil && !isSame))
      if isSame && isThere { self.present = name }
      if chosen == name || (chosen == nil && self.chosen == nil && (isThere || step.new != nil)) {
        (self.chosen, self.texts) = (name, texts)
      }
      return true
    }
  }

  private mutating func see(_ step: NoteStep, _ history: VaultHistory) throws {
    for (entry, path) in [(step.new, step.path), (step.old, step.former)] {
      guard let entry else { continue }
      newer.add(
        NoteDocument(try history.content(entry, at: path)), at: path, by: incoming.visibility)
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
      Version(name: "now", time: nil, what: "Written since the last sync", canRestore: false))
    self.present = "now"
    guard chosen == nil || chosen == "now" else { return }
    self.chosen = "now"
    texts = comparison(from: recorded, at: step.path, to: present, at: note.path)
  }

  private func comparison(
    from old: [UInt8]?, at former: VaultPath, to new: [UInt8]?, at path: VaultPath
  ) -> Texts? {
    let (old, new) = (old ?? [], new ?? [])
    guard old.count + new.count <= VersionLines.byteLimit, !old.contains(0), !new.contains(0),
      isShown(old, at: former), isShown(new, at: path)
    else { return nil }
    return (NoteDocument(old), NoteDocument(new))
  }

  /// The first line that was added, or else removed.
  private static func words(_ texts: Texts) -> String? {
    let (old, new) = (texts.old.parts.body, texts.new.parts.body)
    guard !texts.old.bytes.isEmpty, !texts.new.bytes.isEmpty, old.count + new.count <= countLimit
    else { return nil }
    let lines = VersionLines.Piece.all(from: old, to: new).filter { !$0.text.isEmpty }
    guard let line = lines.first(where: \.isNew) ?? lines.first else { return nil }
    let text = NoteExcerpt(of: NoteDocument(Array(line.text.utf8)), length: 80).text.shownLine
    return text.isEmpty ? nil : line.isNew ? text : "Removed: \(text)"
  }

  private func isShown(_ version: [UInt8], at path: VaultPath) -> Bool {
    incoming.answer(forVersion: NoteDocument(version), at: path, after: newer) == .visible
  }
}

extension NoteStep {
  /// The path of its old version.
  fileprivate var former: VaultPath { origin ?? path }

  fileprivate var what: String {
    if new == nil { return "Removed" }
    if origin != nil { return "Moved" }
    return old == nil ? "First version" : old == new ? "Files changed" : "Changed"
  }
}
