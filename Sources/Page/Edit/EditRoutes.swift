internal import HTTPTypes
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// Forms that write a note or change one.
enum EditRoutes {
  /// A form for a new note, with what the address says: `text`, `title`, `url` and `tags`, as other programs share them.
  static func new(_ incoming: PageRequest) async throws -> Reply {
    guard incoming.isWritable else { throw PageProblem.isReadOnly }
    let query = incoming.request.query
    let parts = ["title", "text", "url"].compactMap { query[$0] }.filter { !$0.isEmpty }
    let form = NoteForm(
      newID: incoming.site.settings.surroundings.makeID(), text: parts.joined(separator: "\n\n"),
      tags: query["tags"] ?? "")
    return try reply(incoming, form, for: nil)
  }

  static func create(_ incoming: PageRequest) async throws -> Reply {
    let form = NoteForm(incoming.form ?? PageForm(fields: FormFields("")))
    let files = incoming.form?.files ?? []
    guard !form.isBlank || !files.isEmpty else {
      return try reply(incoming, form, for: nil, problem: "There is nothing to save yet.")
    }
    do {
      let note = try form.newNote(zone: incoming.zone)
      let id = try await incoming.write { writer in
        try incoming.site.creations.once(note.id, in: incoming) {
          let written = try writer.create(note)
          try attach(files, to: written.path, by: writer)
          return written
        }
      }
      return .redirect(.seeOther, to: incoming.addresses.note(id))
    } catch {
      return try reply(incoming, form, for: nil, problem: saved(error))
    }
  }

  static func edit(_ incoming: PageRequest) async throws -> Reply {
    guard incoming.isWritable else { throw PageProblem.isReadOnly }
    let found = try NoteRoutes.find(incoming)
    if found.redirect != nil {
      return .redirect(.seeOther, to: incoming.addresses.note(found.id) + "/edit")
    }
    let document = NoteDocument(try incoming.vault.folder.read(found.path).bytes)
    return try reply(incoming, NoteForm(document, zone: incoming.zone, id: found.id), for: found)
  }

  static func save(_ incoming: PageRequest) async throws -> Reply {
    let form = NoteForm(incoming.form ?? PageForm(fields: FormFields("")))
    guard let bytes = Base64URL.decoded(form.base) else { throw PageProblem.isStale }
    let files = incoming.form?.files ?? []
    let base = NoteDocument(bytes)
    let found: NoteRoutes.Found
    do {
      found = try NoteRoutes.find(incoming)
    } catch {
      // Removed while it was edited: what was written becomes a note again.
      return try await again(incoming, form, base)
    }
    do {
      let text = try form.edited(base, zone: incoming.zone)
      guard !NoteConflict.isMarked(text.bytes) else {
        return try reply(
          incoming, form, for: found,
          problem:
            "Lines of <<<<<<< and >>>>>>> are still in the text: keep what is right between them, and remove them."
        )
      }
      try await incoming.write { writer in
        var saving = EditedText(text: text, base: base, zone: incoming.zone)
        try writer.replaceText(of: found.path, provisionalID: found.id) { current in
          try saving.joined(with: current, at: found.path)
        }
        if !files.isEmpty {
          try attach(files, to: found.path, by: writer)
          try writer.stamp(found.path, provisionalID: found.id)
        }
      }
      return .redirect(.seeOther, to: incoming.addresses.note(found.id))
    } catch is NoteConflict {
      return try conflict(incoming, form, base, found)
    } catch {
      return try reply(incoming, form, for: found, problem: saved(error))
    }
  }

  private static func attach(
    _ files: [UploadedFile], to note: VaultPath, by writer: borrowing NoteWriter
  ) throws {
    for file in files {
      _ = try writer.attach(MediaSource(opening: file.path), to: note, as: file.safeName)
    }
  }

  // MARK: - What did not work

  /// Both versions in one text, with the present one as what the next save is compared with.
  private static func conflict(
    _ incoming: PageRequest, _ form: NoteForm, _ base: NoteDocument, _ found: NoteRoutes.Found
  ) throws -> Reply {
    let current = NoteDocument(try incoming.vault.folder.read(found.path).bytes)
    let text = try form.edited(base, zone: incoming.zone)
    let merge = NoteMerge(of: text, into: current, base: base, zone: incoming.zone)
    let marked = NoteDocument(NoteConflict.marked(merge))
    var joined = NoteForm(marked, zone: incoming.zone, id: found.id)
    joined.base = Base64URL.encoded(current.bytes)
    (joined.tags, joined.when, joined.isPinned) = (form.tags, form.when, form.isPinned)
    return try reply(
      incoming, joined, for: found,
      problem:
        "This note was changed meanwhile in the same lines. Nothing is lost: the text has both versions, between "
        + "lines of <<<<<<< and >>>>>>>. Keep what is right, remove these lines, and save.")
  }

  private static func again(
    _ incoming: PageRequest, _ form: NoteForm, _ base: NoteDocument
  ) async throws -> Reply {
    do {
      let text = try form.edited(base, zone: incoming.zone)
      let metadata = NoteMetadata(of: text, zone: incoming.zone)
      let day = metadata.date ?? metadata.created ?? incoming.now
      let title = text.titleOfText ?? metadata.title ?? ""
      guard let wanted = VaultPath(Slug.stem(title: title, time: day) + ".md") else {
        throw PageProblem.noSuchNote
      }
      let path = try await incoming.write { try $0.create(text.bytes, at: wanted) }
      let id = metadata.id ?? ProvisionalID.of(path)
      return .redirect(.seeOther, to: incoming.addresses.note(id))
    } catch {
      return try reply(incoming, form, for: nil, problem: saved(error))
    }
  }

  private static func saved(_ error: any Error) -> String {
    "\(PageProblem(error).text) The text below is not saved yet."
  }

  private static func reply(
    _ incoming: PageRequest, _ form: NoteForm, for found: NoteRoutes.Found?,
    problem: String? = nil
  ) throws -> Reply {
    let view = ComposeView(site: incoming.addresses, zone: incoming.zone, now: incoming.now)
    var frame = PageFrame(incoming, title: found == nil ? "New note" : "Edit", kind: "compose")
    frame.values["compose"] = .view(view.view(form, id: found?.id, problem: problem))
    frame.scripts = ["compose.js"]
    var reply = try frame.reply("compose")
    if problem != nil { reply.status = .unprocessableContent }
    reply.headers[.cacheControl] = "private, no-cache"
    return reply
  }
}
