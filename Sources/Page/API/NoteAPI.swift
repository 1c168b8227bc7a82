internal import HTTPTypes
internal import Operations
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// One note of the API: read, changed in parts, removed.
enum NoteAPI {
  /// In JSON, or the file itself for `Accept: text/markdown`.
  static func note(_ incoming: PageRequest) async throws -> Reply {
    let wantsFile = incoming.request.headers[.accept]?.hasPrefix("text/markdown") == true
    let found = try find(incoming, allowsSealed: !wantsFile)
    guard wantsFile else {
      let (value, tag) = try content(incoming, found.path, found.id)
      return await incoming.request.answer(tag, .varying(by: "Accept")) { .json(value) }
    }
    let document = NoteDocument(try incoming.vault.folder.read(found.path).bytes)
    // It may have been sealed a moment ago.
    guard incoming.answer(for: document) == .visible else { throw APIProblem.isSealed }
    return await incoming.request.answer(
      NoteVersion(of: document).tag, .varying(by: "Accept"), .file
    ) { Reply(.ok, "text/markdown; charset=utf-8", body: .bytes(document.bytes)) }
  }

  /// Changes some properties, by the same edits as `tl pin`, `tl tag` and `tl set`.
  static func change(_ incoming: PageRequest) async throws -> Reply {
    let found = try find(incoming)
    let patch: NotePatch = try await NoteInput.json(incoming.request)
    let tags = (
      add: try NoteInput.tags(patch.tags.add ?? []),
      remove: try NoteInput.tags(patch.tags.remove ?? [])
    )
    let assignments = try patch.assignments(now: incoming.now.seconds, zone: incoming.zone)
    let condition = incoming.request.versionCondition
    try await incoming.write { writer in
      _ = try writer.edit(found.path, provisionalID: found.id) { current in
        try check(condition, current)
        var document = current
        if let isPinned = patch.pinned { document = try document.settingPinned(isPinned) }
        document = try document.changingTags(removing: tags.remove, adding: tags.add)
        return try assignments.reduce(document) { try $1.applied(to: $0) }
      }
    }
    return try reply(incoming, found.path, found.id)
  }

  /// Moves a note to the trash.
  static func remove(_ incoming: PageRequest) async throws -> Reply {
    let found = try find(incoming)
    let condition = incoming.request.versionCondition
    let number = try await incoming.write { writer in
      if condition != nil {
        try check(condition, NoteDocument(try writer.vault.folder.read(found.path).bytes))
      }
      let removal = try incoming.source.removal(
        of: found.path, id: found.id, in: incoming.snapshot.index)
      return try writer.remove(removal).entry.number
    }
    return .json(["trash": .int(number)])
  }

  // MARK: - Parts

  /// The note with exactly the id in the address: no change may reach another that begins alike.
  static func find(
    _ incoming: PageRequest, allowsSealed: Bool = false
  ) throws -> NoteRoutes.Found {
    do {
      let found = try NoteRoutes.find(incoming, allowsSealed: allowsSealed)
      guard found.redirect == nil else { throw APIProblem.noSuchNote }
      return found
    } catch let problem as PageProblem {
      throw problem.status == .forbidden ? APIProblem.isSealed : APIProblem.noSuchNote
    }
  }

  /// A note as it is now.
  static func reply(
    _ incoming: PageRequest, _ path: VaultPath, _ id: NoteID, status: HTTPResponse.Status = .ok
  ) throws -> Reply {
    let (value, tag) = try content(incoming, path, id)
    let address = incoming.addresses.address("/api/v1/notes/\(NoteAddress.segment(of: id))")
    return Reply.json(value, status: status).with(.tag(tag), .varying(by: "Accept"))
      .with(status == .created ? [.location(address)] : [])
  }

  private static func content(
    _ incoming: PageRequest, _ path: VaultPath, _ id: NoteID
  ) throws -> (JSONValue, tag: String) {
    let note = try incoming.note(at: path)
    let value = NoteJSONV1.value(of: note, id: id, withText: true)
    return (value, NoteVersion(of: note.document).tag(of: value.compact))
  }

  /// - Throws: the problem with the note as it is, if the condition does not hold.
  static func check(_ condition: VersionCondition?, _ current: NoteDocument) throws(APIProblem) {
    guard let condition, !condition.matches(NoteVersion(of: current)) else { return }
    throw .changed(current, yours: nil)
  }
}

/// The body of a change of some properties.
struct NotePatch: KnownKeys {
  var pinned: Bool?
  var tags = TagChange()
  /// Nil if it is not named; empty to remove it.
  var title: String?
  var date: String?

  struct TagChange: Decodable, Sendable {
    var add: [String]?
    var remove: [String]?
  }

  static let names: Set<String> = ["pinned", "tags", "title", "date"]

  private enum Key: String, CodingKey { case pinned, tags, title, date }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    pinned = try values.decodeIfPresent(Bool.self, forKey: .pinned)
    tags = try values.decodeIfPresent(TagChange.self, forKey: .tags) ?? TagChange()
    func text(_ key: Key) throws -> String? {
      values.contains(key) ? try values.decodeIfPresent(String.self, forKey: key) ?? "" : nil
    }
    title = try text(.title)
    date = try text(.date)
  }

  /// - Throws: a `FieldAssignment.Failure`.
  func assignments(now: Int64, zone: TimeZoneRules) throws -> [FieldAssignment] {
    try [title.map { "title=\($0)" }, date.map { "date=\($0)" }].compactMap(\.self)
      .map { try FieldAssignment($0, now: now, zone: zone) }
  }
}

extension APIProblem {
  static let isSealed = APIProblem(
    .forbidden, "sealed", "The note is sealed. Nothing was shown or written.",
    next: "It opens on the day of its property open_after; tl seal --off opens it now.")

  /// The note is not the version that the request is about.
  ///
  /// - Parameter yours: the file that was to be written, if it is known.
  static func changed(_ current: NoteDocument, yours: NoteDocument?) -> APIProblem {
    APIProblem(
      .preconditionFailed, "changed", "The note was changed meanwhile. Nothing was written.",
      next:
        "Read it again, or send the text from which the change began as base: then both are merged.",
      details: texts(current, yours))
  }

  static func exists(_ current: NoteDocument, yours: NoteDocument?) -> APIProblem {
    APIProblem(
      .preconditionFailed, "exists", "There is a note with this id, and it is another.",
      next: "Send If-Match to change it, or take another id for a new note.",
      details: texts(current, yours))
  }

  static func of(_ conflict: NoteConflict) -> APIProblem {
    APIProblem(
      .conflict, "conflict",
      "The note was changed meanwhile in the same lines. Nothing was written.",
      next: "Take what is right of both, and send it with If-Match for the current version.",
      details: texts(conflict.current, conflict.edited)
        + [("both", .string(String(decoding: conflict.marked, as: UTF8.self)))])
  }

  private static func texts(
    _ current: NoteDocument, _ yours: NoteDocument?
  ) -> [(String, JSONValue)] {
    [
      ("current", .string(String(decoding: current.bytes, as: UTF8.self))),
      ("current_hash", .string(NoteVersion(of: current).hash)),
    ] + (yours.map { [("yours", .string(String(decoding: $0.bytes, as: UTF8.self)))] } ?? [])
  }
}
