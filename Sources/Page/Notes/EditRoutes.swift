internal import HTTPTypes
internal import Journal
internal import Media
internal import Operations
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// Forms that write a note or change one.
enum EditRoutes {
  /// A form for a new note, with what the address says: `text`, `title`, `url` and `tags`, as other programs share them;
  /// `about`, `milestone`, whose title becomes the heading, and `prompt`.
  static func new(_ incoming: PageRequest) async throws -> Reply {
    guard incoming.isWritable else { throw PageProblem.isReadOnly }
    let query = incoming.request.query
    if let number = query["saved"].flatMap({ Int($0) }) {
      return try await reply(incoming, try PageDrafts(incoming).form(number), for: nil)
    }
    let parts = ["title", "text", "url"].compactMap { query[$0] }.filter { !$0.isEmpty }
    var form = NoteForm(
      newID: incoming.site.settings.surroundings.makeID(), text: parts.joined(separator: "\n\n"),
      tags: query["tags"] ?? "", about: query["about"]?.trimmingBlanks ?? "")
    let settings = incoming.register.settings
    if let name = query["milestone"]?.trimmingBlanks, !name.isEmpty {
      let (value, title) = MilestoneCatalogue(settings: settings.milestones).written(name)
      form.milestone = NoteForm.shown(milestone: value)
      form.text = (["# \(title)"] + parts).joined(separator: "\n\n") + "\n\n"
    }
    form.category = settings.defaultCategory ?? ""
    if let prompt = query["prompt"].flatMap({ settings.prompts(.english)[$0] }) {
      form.prompt = prompt.id
    }
    return try await reply(incoming, form, for: nil)
  }

  static func create(_ incoming: PageRequest) async throws -> Reply {
    let (form, media) = (NoteForm(incoming.sentForm), MediaForm(incoming.sentForm))
    guard !form.isBlank || incoming.form?.hasFiles == true else {
      return try await reply(incoming, form, for: nil, problem: "There is nothing to save yet.")
    }
    do {
      let operation = try incoming.operation(writing: form)
      if let operation, let outcome = incoming.site.operations.outcome(of: operation) {
        return answer(incoming, outcome)
      }
      let files = try await incoming.newMedia()
      var wish = try await incoming.wish(
        incoming.lookedUp(form, base: nil).newNote(zone: incoming.zone), with: files)
      wish.takesDefaultCategory = form.category == nil
      let outcome = try await incoming.write(once: operation) { [wish] writer, isAgain in
        let made = try NewNoteOperation(incoming: incoming, wish: wish, files: files, media: media)
          .run(writer, isAgain: isAgain)
        try? PageDrafts(incoming).drop(form)
        return made
      }
      return answer(incoming, outcome)
    } catch  where !incoming.request.wantsJSON {
      return try await reply(
        incoming, form, for: nil, problem: saved(incoming, error), asking: error)
    }
  }

  static func edit(_ incoming: PageRequest) async throws -> Reply {
    guard incoming.isWritable else { throw PageProblem.isReadOnly }
    let found = try NoteRoutes.find(incoming)
    if found.redirect != nil {
      return .redirect(.seeOther, to: incoming.addresses.note(found.id) + "/edit")
    }
    if let number = incoming.request.query["saved"].flatMap({ Int($0) }) {
      return try await reply(incoming, try PageDrafts(incoming).form(number, of: found), for: found)
    }
    let document = try editable(found.path, incoming)
    return try await reply(
      incoming, NoteForm(document, zone: incoming.zone, id: found.id), for: found)
  }

  /// A form has the text twice, and a draft of it has to be stored every few seconds.
  private static func editable(
    _ path: VaultPath, _ incoming: PageRequest
  ) throws -> NoteDocument {
    do {
      return NoteDocument(try incoming.vault.folder.read(path, limit: PageDrafts.textLimit).bytes)
    } catch {
      guard case .tooLarge = error.reason else { throw error }
      throw PageProblem.isTooLargeToEdit
    }
  }

  static func save(_ incoming: PageRequest) async throws -> Reply {
    let (form, media) = (NoteForm(incoming.sentForm), MediaForm(incoming.sentForm))
    // A form whose script was not there in time has no text, which would be taken for an empty one.
    guard incoming.form?["text"] != nil, let bytes = Base64.urlDecoded(form.base) else {
      throw PageProblem.isStale
    }
    let base = NoteDocument(bytes)
    if let operation = try incoming.operation(writing: form),
      let outcome = incoming.site.operations.outcome(of: operation)
    {
      return answer(incoming, outcome)
    }
    // Nil if it was removed while it was edited: then what was written becomes a note again.
    var found: NoteRoutes.Found?
    do {
      found = try NoteRoutes.find(incoming)
    } catch  where !(error is IndexIsBehind) {}
    if let found, let button = incoming.form?["move"] {
      return try await reply(incoming, form, for: found, media: media.moved(by: button))
    }
    do {
      do {
        return try await write(incoming, form, base, to: found, media)
      } catch  where !(error is IndexIsBehind) && found.map({ incoming.isGone($0.path) }) == true {
        found = nil
        return try await write(incoming, form, base, to: nil, media)
      }
    } catch {
      if let conflict = error as? NoteConflict, let found {
        return try await answer(incoming, conflict, to: form, for: found, media)
      }
      guard !incoming.request.wantsJSON, !(error is IndexIsBehind) else { throw error }
      return try await reply(
        incoming, form, for: found, media: media, problem: saved(incoming, error), asking: error)
    }
  }

  private static func write(
    _ incoming: PageRequest, _ form: NoteForm, _ base: NoteDocument, to found: NoteRoutes.Found?,
    _ media: MediaForm
  ) async throws -> Reply {
    let files = try await incoming.newMedia()
    let text = try await incoming.lookedUp(form, base: base).edited(base, zone: incoming.zone)
    let operation = EditOperation(
      incoming: incoming, edit: EditedText(text, base: base), files: files, media: media)
    let key = try incoming.operation(writing: form)
    let outcome = try await incoming.write(once: key) { writer, isAgain in
      let saved = try operation.run(on: found, writer, isAgain: isAgain)
      if saved.kind != .conflict { try? PageDrafts(incoming).drop(form) }
      return saved
    }
    return answer(incoming, outcome)
  }

  /// For a script the outcome, for a browser without the note.
  private static func answer(_ incoming: PageRequest, _ outcome: OperationOutcome) -> Reply {
    incoming.dropStagedFiles()
    guard !incoming.request.wantsJSON else { return incoming.reply(outcome) }
    return .redirect(.seeOther, to: incoming.address(after: outcome))
  }

  // MARK: - What did not work

  /// Both versions in one text, with the present one as what the next save is compared with.
  private static func answer(
    _ incoming: PageRequest, _ conflict: NoteConflict, to form: NoteForm,
    for found: NoteRoutes.Found, _ media: MediaForm
  ) async throws -> Reply {
    var joined = NoteForm(NoteDocument(conflict.marked), zone: incoming.zone, id: found.id)
    joined.base = Base64.urlEncoded(conflict.current.bytes)
    joined.takeFields(of: form)
    let problem =
      "This note was changed meanwhile in the same lines. Nothing is lost: the text has both versions, between "
      + "lines of <<<<<<< and >>>>>>>. Keep what is right, remove these lines, and save."
    guard !incoming.request.wantsJSON else {
      let value: JSONValue = [
        "error": .string(problem), "text": .string(joined.text), "base": .string(joined.base),
      ]
      return .json(value, status: .unprocessableContent)
    }
    return try await reply(incoming, joined, for: found, media: media, problem: problem)
  }

  /// In bytes: from here on a browser takes long for each key in a box that has all of it.
  private static let longText = 100_000

  /// The most places to choose from: of the most people first, so that the others are hamlets.
  private static let placeLimit = 20

  private static func saved(_ incoming: PageRequest, _ error: any Error) -> String {
    "\(PageProblem(error, changed: incoming.recorder?.changedBefore).text) The text below is not saved yet."
  }

  /// No browser lets a page fill in chosen files; the scripts keep them.
  private static let chooseAgain =
    "The chosen files are not in this form any more: choose them again."

  private static func reply(
    _ incoming: PageRequest, _ form: NoteForm, for found: NoteRoutes.Found?,
    media: MediaForm = MediaForm(), problem: String? = nil, asking: (any Error)? = nil
  ) async throws -> Reply {
    if let problem, incoming.request.wantsJSON {
      throw PageProblem(.unprocessableContent, "Not saved", problem, next: nil)
    }
    let hadFiles = incoming.form?.hasFiles == true
    let view = ComposeView(incoming: incoming)
    var frame = PageFrame(incoming, title: found == nil ? "New note" : "Edit", kind: "compose")
    let folder = found.flatMap { MediaFolder(of: $0.path) }
    let files = try folder.map { try incoming.vault.folder.media(in: $0).files } ?? []
    let items = media.sorted(Array(files.prefix(MediaForm.limit))).map { file in
      ComposeView.Media(
        file: file, item: MediaItem(at: file.path, in: incoming.vault.folder),
        isRemoved: media.isRemoved(file))
    }
    var values = view.view(form, id: found?.id, problem: problem)
    view.add(items, isArranged: media.isArranged, to: &values)
    let settings = incoming.register.settings
    values["prompt"] = .optional(
      settings.prompts(.english)[form.prompt].map { ["id": .text($0.id), "text": .text($0.text)] })
    let circles = try await incoming.circleViews.circles
    let former = Base64.urlDecoded(form.base).map { AudienceField(of: NoteDocument($0)) }
    AudienceChange(former ?? AudienceField(), form.audience?.wanted).add(to: &values, circles)
    values["persons"] = .texts(incoming.register.sorted.map(\.title))
    if let question = asking as? PlaceQuestion {
      values["hasChoices"] = true
      values["choices"] = .texts(question.choices.prefix(placeLimit).map(\.text))
    }
    values["categories"] = .texts(settings.categories.categories.map(\.name))
    values["milestones"] = .texts(
      MilestoneCatalogue(settings: settings.milestones).milestones.filter(\.isListed).map(\.title))
    if form.text.utf8.count > longText {
      values["long"] = .text(incoming.site.assets.address("long.js"))
    }
    values["landHref"] = .text(incoming.site.assets.address("world.svg"))
    values["spotHref"] = .text(incoming.site.assets.address("spot.js"))
    values["weathers"] = .texts(WeatherClass.allCases.map(\.rawValue))
    values["warning"] = .empty(chooseAgain, if: hadFiles)
    frame.values["compose"] = .view(values)
    frame.scripts = [
      "sheet.js", "compose.js", "pen.js", "marks.js", "sort.js", "files.js", "record.js",
      "place.js",
    ]
    frame.styles = ["compose.css"] + (form.prompt.isEmpty ? [] : ["people.css"])
    return try frame.reply("compose", problem == nil ? .ok : .unprocessableContent).with(.checked)
  }
}

extension PageProblem {
  fileprivate static let isTooLargeToEdit = PageProblem(
    .contentTooLarge, "Too large to edit here",
    "Texts of more than \(ByteCount(Int64(PageDrafts.textLimit))) are not changed in the browser: open the file in an editor."
  )
}

/// The form for a new note or a changed one: the values of `compose.mustache`.
struct ComposeView {
  let incoming: PageRequest

  private var site: SiteAddress { incoming.addresses }
  private var now: NoteTime { incoming.now }

  /// - Parameters:
  ///   - id: of the note that is changed; nil for a new one.
  ///   - problem: why it could not be saved.
  func view(_ form: NoteForm, id: NoteID?, problem: String?) -> TemplateView {
    let address = id.map { site.note($0) }
    let base = Base64.urlDecoded(form.base).map {
      NoteMetadata(of: NoteDocument($0), zone: incoming.zone)
    }
    let time = (base?.date ?? base?.created).map { DateWords.moment($0) } ?? PageWords.atOnce
    let words = TitledText(form.text)
    return [
      // Browsers forget what they have of an address to which a form was sent (RFC 9111, 4.4). Of its own, Back shows
      // this form again, with the id and the file that go with the words a browser puts back.
      "action": .text((address.map { $0 + "/edit" } ?? site.address("/new")) + "?sent"),
      "id": .text(form.id), "draft": .optional(form.draft),
      "base": form.base.isEmpty ? .none : .text(form.base),
      "heading": id == nil ? "New note" : "Edit",
      "long": .none, "time": .text(time), "timeHow": .text(PageWords.unless(time)),
      "cancelHref": .text(address ?? site.address("/")), "error": .optional(problem),
      "warning": .none, "placeholder": "What happened?", "title": .text(words.title),
      "gap": .optional(words.gap.map { "\($0)" }), "text": .text(words.text),
      "hasMedia": false, "media": .list([]), "isArranged": false, "tags": .text(form.tags),
      "limit": "\(PageForm.fileLimit)",
      "when": .text(form.when), "zone": "Local time, UTC\(DateWords.offset(now)).",
      "about": .text(form.about ?? ""), "milestone": .text(form.milestone ?? ""),
      "category": .text(form.category ?? ""), "weather": .text(form.weather ?? ""),
      "asksForLocation": .flag(incoming.asksForLocation), "place": .text(form.place?.text ?? ""),
      "hasChoices": false, "choices": .list([]),
      "isPinned": .flag(form.isPinned), "opens": .text(form.opens ?? ""),
      "tomorrow": .optional(firstOpening(form)),
    ]
  }

  /// The first day on which a note can open; nil where the note has opened, since a browser would refuse the form.
  private func firstOpening(_ form: NoteForm) -> String? {
    let present = form.opens.flatMap { CalendarDay($0) }
    guard present.map({ $0 > now.day }) ?? true else { return nil }
    return "\(CalendarDay(clamping: now.dayNumber + 1))"
  }

  /// A file of the note.
  struct Media {
    var file: MediaFile
    /// Nil if the file cannot be read.
    var item: MediaItem?
    var isRemoved: Bool
  }

  /// - Parameter isArranged: whether the order is not that of the names.
  func add(_ media: [Media], isArranged: Bool, to values: inout TemplateView) {
    values["hasMedia"] = .flag(!media.isEmpty)
    values["isArranged"] = .flag(isArranged)
    values["media"] = .list(
      media.map { media in
        let picture = media.item.flatMap { $0.isPicture(on: site) ? $0 : nil }
        return [
          "path": .text(MediaForm.Item.present(Array(media.file.path.name)).text),
          "name": .text(String(decoding: media.file.path.name, as: UTF8.self)),
          "size": .text(PageWords.size(media.file.size)), "isRemoved": .flag(media.isRemoved),
          "thumb": .optional(picture.map { site.picture($0, .small) }),
          "width": "\(picture?.size?.width ?? 144)", "height": "\(picture?.size?.height ?? 144)",
        ]
      })
  }
}
