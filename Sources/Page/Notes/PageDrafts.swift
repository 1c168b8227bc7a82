internal import Cryptography
internal import Foundation
internal import HTTPTypes
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// The drafts of `tl drafts`, as the page writes and shows them.
///
/// A browser stores a text every few seconds while it is written; the name of its draft has a hash of the note's id, so
/// that all of them are one draft.
struct PageDrafts {
  private let incoming: PageRequest
  private let drafts: Drafts

  /// The most bytes of a text.
  static let textLimit = 4 << 20

  init(_ incoming: PageRequest) {
    self.incoming = incoming
    drafts = Drafts(incoming.vault.folder)
  }

  /// The newest first.
  func list() throws -> [Draft] { try drafts.list().reversed() }

  // MARK: - Keeping

  /// Stores what is written in a form, in the place of what was stored before.
  ///
  /// - Returns: the number of the draft; nil if the note is written already.
  func keep(_ form: NoteForm) throws -> Int? {
    if form.base.isEmpty, incoming.site.operations.path(of: form.id) != nil { return nil }
    let name = name(of: form)
    let present = try drafts.list().first { isNamed($0, name) && !$0.isOpen }
    let content = try content(of: form)
    if let present {
      try drafts.replace(
        present.number, text: content.text, base: content.base, about: content.about,
        note: content.note, options: content.options, at: incoming.now.rfc3339)
      return present.number
    }
    return try drafts.save(
      content.text, about: content.about, name: name, note: content.note,
      options: content.options, base: content.base, at: incoming.now.rfc3339
    ).number
  }

  /// Stores the text of an edit that conflicts with the note; one that is stored already stays the only one.
  func keep(_ text: NoteDocument, base: NoteDocument, of note: VaultPath) throws -> Int {
    let name = Self.name(hashing: note.bytes + [0] + base.bytes + [0] + text.bytes)
    if let present = try drafts.list().first(where: { isNamed($0, name) }) { return present.number }
    return try drafts.save(
      text.bytes, about: text.titleOfText ?? note.text, name: name, note: note, base: base.bytes,
      at: incoming.now.rfc3339
    ).number
  }

  /// Deletes the draft of a form whose text is in the vault now, and the one that the form was opened from.
  func drop(_ form: NoteForm) throws {
    let name = name(of: form)
    let number = form.draft.flatMap { Int($0) }
    for draft in try drafts.list() where isNamed(draft, name) || draft.number == number {
      if !draft.isOpen { _ = try drafts.discard(draft.number) }
    }
  }

  private struct Content {
    var text: [UInt8]
    var base: [UInt8]?
    var about: String
    var note: VaultPath?
    var options: [String]
  }

  private func content(of form: NoteForm) throws -> Content {
    guard form.text.utf8.count <= Self.textLimit else { throw HTTPErrorReply.tooLarge }
    if let base = Base64.urlDecoded(form.base), !base.isEmpty {
      let document = NoteDocument(base)
      // A time that cannot be read yet is not a reason to lose the text.
      var readable = form
      if (try? form.edited(document, zone: incoming.zone)) == nil {
        let shown = NoteForm(document, zone: incoming.zone, id: NoteID(nonEmpty: form.id))
        (readable.when, readable.opens) = (shown.when, shown.opens)
      }
      let text = try readable.edited(document, zone: incoming.zone)
      let path = NoteID(form.id).flatMap { incoming.present($0) }
      return Content(
        text: text.bytes, base: base, about: text.titleOfText ?? path?.text ?? "a note",
        note: path, options: [])
    }
    let text = form.text.replacing("\r\n", with: "\n")
    let first = text.split(whereSeparator: \.isNewline).first.map(String.init)
    var options = Tag.unique(Tag.list(in: form.tags)).map { "--tag=\($0.text)" }
    if form.isPinned { options.append("--pin") }
    options += NoteForm.names(in: form.about ?? "").map { "--people=\($0)" }
    if let place = form.place, !place.text.isEmpty { options.append("--place=\(place.text)") }
    for (key, value) in [
      ("milestone", form.milestone), ("prompt", form.prompt), ("category", form.category),
      ("weather", form.weather),
    ] {
      if let value, !value.isEmpty { options.append("--set=\(key)=\(value)") }
    }
    options += form.audience?.wanted.options ?? []
    if let opens = form.opens, CalendarDay(opens) != nil { options.append("--open-after=\(opens)") }
    if NoteTime(form.when, zone: incoming.zone) != nil { options.append("--date=\(form.when)") }
    return Content(
      text: Array(text.utf8), base: nil, about: String((first ?? "a new note").prefix(120)),
      note: nil, options: options)
  }

  // MARK: - Opening

  /// The form of a draft of a new note.
  func form(_ number: Int) throws -> NoteForm {
    guard let draft = try drafts.list().first(where: { $0.number == number }), draft.note == nil
    else { throw PageProblem.noSuchDraft }
    // What the form has no field for would be lost without a word, and a seal among it.
    let foreign = draft.options.filter { !Self.isInForm($0) }
    guard foreign.isEmpty else { throw PageProblem.isForCommandLine(number, foreign) }
    var form = NoteForm(
      newID: incoming.site.settings.surroundings.makeID(),
      text: String(decoding: try drafts.read(number).text, as: UTF8.self))
    func values(_ option: String) -> [String] {
      draft.options.filter { $0.hasPrefix("--\(option)=") }
        .map { String($0.dropFirst(option.utf8.count + 3)) }
    }
    func value(of key: String) -> String? {
      values(key).first
        ?? values("set").first { $0.hasPrefix("\(key)=") }.map {
          String($0.dropFirst(key.utf8.count + 1))
        }
    }
    form.about = values("people").joined(separator: ", ")
    form.milestone = value(of: "milestone")
    form.prompt = value(of: "prompt") ?? ""
    form.category = value(of: "category") ?? ""
    form.weather = value(of: "weather") ?? ""
    form.place = PlaceField(text: values("place").first ?? "")
    form.tags = values("tag").joined(separator: ", ")
    form.when = NoteForm.field(values("date").first.flatMap { NoteTime($0, zone: incoming.zone) })
    form.opens = values("open-after").first ?? ""
    form.audience = AudienceChange(AudienceField(), AudienceField(options: draft.options))
    form.isPinned = draft.options.contains("--pin")
    form.draft = "\(number)"
    return form
  }

  /// Whether the form of a new note has a field for an option of `tl add`.
  private static func isInForm(_ option: String) -> Bool {
    if option == "--pin" { return true }
    let seal = "--open-after="
    if option.hasPrefix(seal) { return CalendarDay(String(option.dropFirst(seal.count))) != nil }
    let fields = ["tag", "people", "place", "date", "category", "weather", "prompt"].map {
      "--\($0)="
    }
    let keys = (["milestone", "prompt", "category", "weather"] + AudienceField.keys.map(\.name))
      .map { "--set=\($0)=" }
    return (fields + keys).contains { option.hasPrefix($0) }
  }

  /// The form of a draft of this note, to be merged with the note as it is when it is saved.
  func form(_ number: Int, of found: NoteRoutes.Found) throws -> NoteForm {
    guard let draft = try drafts.list().first(where: { $0.number == number }),
      draft.note == found.path
    else { throw PageProblem.noSuchDraft }
    let (text, base) = try drafts.read(number)
    var form = NoteForm(NoteDocument(text), zone: incoming.zone, id: found.id)
    form.base = Base64.urlEncoded(base ?? [])
    form.draft = "\(number)"
    return form
  }

  // MARK: - Names

  private func name(of form: NoteForm) -> String {
    Self.name(hashing: Array("\(incoming.session?.account ?? "")\n\(form.id)".utf8))
  }

  private static func name(hashing bytes: [UInt8]) -> String {
    "page-\(sha256Hex(bytes).prefix(16))"
  }

  private func isNamed(_ draft: Draft, _ name: String) -> Bool {
    draft.path.name.elementsEqual("\(draft.number)-\(name).md".utf8)
  }
}

extension PageProblem {
  static let noSuchDraft = PageProblem(
    .notFound, "Not found", "There is no such draft: it may have been saved or discarded.",
    next: Next(path: "/drafts", label: "Go to the drafts"))

  /// - Parameter options: of `tl add`, which the form has no field for.
  fileprivate static func isForCommandLine(_ number: Int, _ options: [String]) -> PageProblem {
    PageProblem(
      .conflict, "For the command line",
      "This draft was begun with \(options.joined(separator: " ")), and the form has no field for that. "
        + "tl drafts resume \(number) goes on with it.",
      next: nil)
  }
}
