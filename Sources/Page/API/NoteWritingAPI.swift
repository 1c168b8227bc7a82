internal import HTTPTypes
internal import Operations
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// Whole notes that the API takes: new ones, and new versions of one.
enum NoteWritingAPI {
  /// A new note with an id that the server makes.
  static func add(_ incoming: PageRequest) async throws -> Reply {
    let input = try await NoteInput(incoming.request)
    guard !input.isBlank else { throw APIProblem.blank }
    let note = try input.newNote(now: incoming.now.seconds, zone: incoming.zone)
    return try await create(note, incoming)
  }

  static func create(
    _ note: NewNote, with files: [NewMedia] = [], _ incoming: PageRequest
  ) async throws -> Reply {
    let wish = incoming.wish(note, with: files)
    let written = try await incoming.write { writer in
      try incoming.create(wish, with: files, by: writer)
    }
    return try NoteAPI.reply(incoming, written.path, written.id, status: .created)
  }

  /// With `If-None-Match: *` a new note with the id of the address, with `If-Match` a new version of the note.
  static func put(_ incoming: PageRequest) async throws -> Reply {
    switch (incoming.request.headers[.ifNoneMatch], incoming.request.versionCondition) {
    case ("*", nil): return try await createOnce(incoming)
    case (nil, let condition?): return try await replace(incoming, condition)
    case (nil, nil):
      throw APIProblem(
        .preconditionRequired, "no_condition",
        "Is this a new note, or a version of one? The request does not say.",
        next: "Send If-None-Match: * for a new note, If-Match with the note's ETag for a version.")
    default:
      throw APIProblem(
        .badRequest, "bad_condition", "If-None-Match has to be *, and alone.",
        next: "Send either If-None-Match: * or If-Match.")
    }
  }

  /// The id is the key: the same request again is answered with the note that the first one made.
  private static func createOnce(_ incoming: PageRequest) async throws -> Reply {
    guard let text = incoming.parameters.first, let id = NoteID(text), NoteForm.isUUID(text) else {
      throw APIProblem.invalid(
        "A new note needs a UUID in lower case as its id.",
        next: "Make one, such as 7d3f0b52-9c1e-4f6a-8b8e-2f1a4c5d6e70.")
    }
    let input = try await NoteInput(incoming.request)
    guard !input.isBlank else { throw APIProblem.blank }
    var note = try input.newNote(now: incoming.now.seconds, zone: incoming.zone)
    note.id = id
    let wish = incoming.wish(note)
    let (made, rules) = try await incoming.write { writer in
      (incoming.present(id) == nil ? try incoming.create(wish, by: writer) : nil, writer.rules)
    }
    let fresh = incoming.fresh
    if let made { return try NoteAPI.reply(fresh, made.path, made.id, status: .created) }
    let found = try NoteAPI.find(fresh, allowsSealed: true)
    let current = NoteDocument(try incoming.vault.folder.read(found.path).bytes)
    let yours = try? NewNotePlan.document(of: wish, like: current, id: id, by: rules)
    guard let yours, yours.bytes == current.bytes else {
      let isSealed = incoming.answer(for: current) != .visible
      throw isSealed ? APIProblem.isSealed : APIProblem.exists(current, yours: yours)
    }
    return try NoteAPI.reply(fresh, found.path, found.id)
  }

  /// A version of a note; what was changed meanwhile is merged if the request has the file from which it began.
  private static func replace(
    _ incoming: PageRequest, _ condition: VersionCondition
  ) async throws -> Reply {
    let found = try NoteAPI.find(incoming)
    let input = try await NoteInput(incoming.request)
    let zone = incoming.zone
    try await incoming.write { writer in
      let current = NoteDocument(try writer.vault.folder.read(found.path).bytes)
      let base = try base(for: condition, of: input, current)
      let text = try input.edited(base ?? current, now: writer.now.seconds, zone: zone)
      guard let base else { throw APIProblem.changed(current, yours: text) }
      if let id = NoteMetadata(of: text, zone: zone).id, id != found.id {
        throw APIProblem.invalid("The id in the file is not that of the address.")
      }
      _ = try writer.save(EditedText(text, base: base), at: found.path, provisionalID: found.id)
    }
    return try NoteAPI.reply(incoming, found.path, found.id)
  }

  /// The version from which the change began; nil if it is not the current one and was not sent.
  private static func base(
    for condition: VersionCondition, of input: NoteInput, _ current: NoteDocument
  ) throws(APIProblem) -> NoteDocument? {
    guard !condition.matches(NoteVersion(of: current)) else { return current }
    guard let sent = input.base.map({ NoteDocument($0) }) else { return nil }
    guard condition.matches(NoteVersion(of: sent)) else {
      throw .invalid("base is not the version that If-Match names.")
    }
    return sent
  }
}

extension APIProblem {
  static let blank = APIProblem.invalid(
    "There is nothing to save: no text.", next: "Send a text that has more than blanks.")
}
