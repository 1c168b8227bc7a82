internal import HTTPTypes
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// The notes of a timeline in JSON.
enum NoteListAPI {
  /// The most notes of an answer.
  static let limit = 1...200
  /// In bytes: after so much text an answer has no further note.
  private static let textLimit = 16 << 20

  /// `{"notes": […], "older": CURSOR, "newer": CURSOR}`, the newest first.
  static func list(_ incoming: PageRequest) async throws -> Reply {
    let query = incoming.request.query
    let address = try address(query)
    let withText = try withText(query)
    let limit = try number(query, usual: TimelineIndex.pageSize)
    let index = try await incoming.site.timeline(matching: address.filter, incoming)
    let slice = TimelineSlice(of: index, from: address.start, hasPinnedFirst: false, limit: limit)
    let entries = incoming.cardLoader.entries(slice.notes, in: index.index)
    return await incoming.answer(PageTag(incoming, shown: entries.map(\.stamp))) {
      notes(of: slice, in: index, withText: withText, incoming)
    }
  }

  private static func notes(
    of slice: TimelineSlice, in index: TimelineIndex, withText: Bool, _ incoming: PageRequest
  ) -> Reply {
    var notes: [JSONValue] = []
    var bytes = 0
    var shown = slice.notes[...]
    for (place, position) in slice.notes.enumerated() {
      guard bytes <= textLimit else {
        shown = slice.notes[..<place]
        break
      }
      // It may have been removed since.
      guard let note = try? incoming.note(at: index.index.path(position)) else { continue }
      bytes += withText ? note.document.bytes.count : 0
      notes.append(NoteJSONV1.value(of: note, id: index.index.id(position), withText: withText))
    }
    let hasOlder = slice.hasOlder || shown.endIndex < slice.notes.endIndex
    return .json([
      "notes": .array(notes),
      "older": .text(hasOlder ? shown.last.map { index.cursor($0).text } : nil),
      "newer": .text(slice.hasNewer ? shown.first.map { index.cursor($0).text } : nil),
    ])
  }

  /// Unlike the page's address, nothing that cannot be read counts as absent.
  static func address(_ query: FormFields) throws(APIProblem) -> TimelineAddress {
    let address = TimelineAddress(query)
    if let kind = query["kind"], address.filter.kind == nil {
      throw .invalid(
        "“\(kind.prefix(100))” is no kind.",
        next: "Kinds are \(NoteKind.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    if let tags = query["t"], address.filter.tags.isEmpty {
      throw .invalid("“\(tags.prefix(100))” has no tag.")
    }
    let starts = ["before", "after", "at"].filter { query[$0] != nil }
    guard starts.count < 2 else {
      throw .invalid("\(starts.joined(separator: " and ")) cannot be together.")
    }
    if let start = starts.first, case .newest = address.start {
      throw .invalid(
        "\(start) cannot be read.",
        next: start == "at"
          ? "It is a year, a month or a day: 2026, 2026-11 or 2026-11-20."
          : "Take it from older or newer of the last answer.")
    }
    return address
  }

  /// How many of a list an answer has at most.
  static func number(_ query: FormFields, usual: Int) throws(APIProblem) -> Int {
    guard let text = query["limit"] else { return usual }
    guard let number = Int(text), limit.contains(number) else {
      throw .invalid("limit is a number from \(limit.lowerBound) to \(limit.upperBound).")
    }
    return number
  }

  private static func withText(_ query: FormFields) throws(APIProblem) -> Bool {
    switch query["text"] {
    case nil, "yes": true
    case "no": false
    default: throw .invalid("text is yes or no.")
    }
  }
}
