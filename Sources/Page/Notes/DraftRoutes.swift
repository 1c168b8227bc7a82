internal import HTTPTypes
internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// Texts that are not in the vault yet, on the server and in the browser.
enum DraftRoutes {
  static func drafts(_ incoming: PageRequest) async throws -> Reply {
    let drafts = try PageDrafts(incoming).list()
    return try page(
      incoming, title: "Drafts", text: drafts.isEmpty ? nil : PageWords.draftsHow, drafts: drafts)
  }

  /// What a service worker shows in the place of a page that it does not have.
  static func offline(_ incoming: PageRequest) async throws -> Reply {
    try page(
      incoming, title: "No answer from the server",
      text:
        "This page is not kept in this browser. What is kept can be read, and you can write: what you write is "
        + "stored here, and sent as soon as the server answers.",
      drafts: nil)
  }

  /// A text that is being written; answers `{"number": 3}`.
  static func keep(_ incoming: PageRequest) async throws -> Reply {
    let form = NoteForm(incoming.sentForm)
    guard !form.isBlank else { return .json(.object([("number", .null)])) }
    let number = try await incoming.site.writes.run {
      try incoming.vault.checkWritable()
      return try PageDrafts(incoming).keep(form)
    }
    return .json(.object([("number", number.map(JSONValue.int) ?? .null)]))
  }

  static func discard(_ incoming: PageRequest) async throws -> Reply {
    let number = try incoming.parameter { Int($0) }
    let entry = try await incoming.write { try $0.remove(draft: number).number }
    guard incoming.request.wantsJSON else {
      return ReturnAddress(incoming, fallback: "/drafts").reply(
        done: incoming.signed("trash-\(entry)"))
    }
    return .json(.object([("say", .string("Moved to the trash."))]))
  }

  private static func page(
    _ incoming: PageRequest, title: String, text: String?, drafts: [Draft]?
  ) throws -> Reply {
    var frame = PageFrame(incoming, title: title, kind: "drafts", scripts: ["drafts.js"])
    frame.values = [
      "heading": .text(title), "summary": .optional(text), "hasList": .flag(drafts != nil),
      "items": .list((drafts ?? []).prefix(500).map { item($0, incoming) }), "sign": "edit",
      "empty": .empty(
        PageWords.noDrafts, incoming.isWritable ? incoming.addresses.address("/new") : nil,
        PageWords.writeOne, if: drafts?.isEmpty == true),
    ]
    return try frame.reply("drafts").with(.checked)
  }

  private static func item(_ draft: Draft, _ incoming: PageRequest) -> TemplateView {
    let (what, name) =
      draft.note.map { change(of: $0, incoming) }
      ?? (PageWords.noteNew, NoteDocument(Array(draft.about.utf8)).titleOfText)
    let text = name.flatMap { _ in try? incoming.vault.folder.read(draft.path, limit: 1 << 20) }
      .map { NoteDocument($0.bytes) }
    let excerpt = text.map { NoteExcerpt(of: $0, length: 200).text }
    let words = text.map { Array($0.body).withUnsafeBufferPointer(WordCount.of).counted("word") }
    let about = [what, words].compactMap(\.self).joined(separator: ", ")
    let time = NoteTime(draft.time, zone: incoming.zone)
    let day = time.map { DateWords.dayNear($0.day, now: incoming.now.day) } ?? draft.time
    let clock = time.flatMap(DateWords.clock).map { ", \($0)" } ?? ""
    var view: TemplateView = [
      "name": .text(name ?? PageWords.someDraft), "number": .text("\(draft.number)"),
      "below": .optional(excerpt?.replacing(name ?? " ", with: "", maxReplacements: 1)),
      "what": .optional(draft.isOpen ? "Open in an editor" : about), "time": .text(draft.time),
      "when": .text(day + clock),
      "href": .optional(incoming.isWritable ? address(draft, incoming) : nil),
      "discardAction": incoming.isWritable && !draft.isOpen
        ? .text(incoming.addresses.address("/drafts/\(draft.number)/discard")) : .none,
    ]
    let note = draft.note.flatMap(incoming.timeline.names.note(at:))
    view.setPicture(note.flatMap { incoming.covers(of: [$0]).values.first }, on: incoming.addresses)
    return view
  }

  /// What a draft is, and its title, which may not always be shown: of a sealed note not, nor of one that is no longer
  /// there, which may have been renamed and sealed.
  private static func change(
    of path: VaultPath, _ incoming: PageRequest
  ) -> (what: String?, name: String?) {
    let note = try? incoming.vault.note(at: path, zone: incoming.zone)
    let isShown = note.map { incoming.answer(for: $0.document) == .visible } ?? false
    return (PageWords.noteChange, isShown ? note?.document.title(at: path) : nil)
  }

  /// Nil for a draft of a note that is no longer there.
  private static func address(_ draft: Draft, _ incoming: PageRequest) -> String? {
    guard let path = draft.note else {
      return incoming.addresses.address("/new?saved=\(draft.number)")
    }
    guard let note = try? incoming.note(at: path) else { return nil }
    let id = note.metadata.id ?? ProvisionalID.of(path)
    return incoming.addresses.note(id) + "/edit?saved=\(draft.number)"
  }
}
