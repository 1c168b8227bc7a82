internal import HTTPTypes
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

/// Why a request cannot be answered as it was meant: a page that says what, and what to do next.
struct PageProblem: Error, Hashable, Sendable {
  var status: HTTPResponse.Status
  var title: String
  /// A sentence.
  var text: String
  /// An address without the site's prefix, and what it leads to.
  var next: Next?

  struct Next: Hashable, Sendable {
    var path: String
    var label: String
  }

  static let timeline = Next(path: "/", label: "Go to the timeline")

  init(
    _ status: HTTPResponse.Status, _ title: String, _ text: String, next: Next? = timeline
  ) {
    (self.status, self.title, self.text, self.next) = (status, title, text, next)
  }

  static let noSuchPage = PageProblem(
    .notFound, "This page is not here", "It may have been moved or removed.")
  static let noSuchNote = PageProblem(
    .notFound, "Not found",
    "There is no such note: it may have been removed, or the address is incomplete.")
  static let isReadOnly = PageProblem(
    .forbidden, "Read only",
    "This page only shows notes: whoever started it chose so, or its folder is no vault yet.")
  static let isStale = PageProblem(
    .forbidden, "Sent too late",
    "The page from which this was sent is too old, or was opened under another name. Nothing was changed: go back, "
      + "load the page again and repeat what you did.")

  static let isAway = PageProblem(
    .serviceUnavailable, "The notes are away",
    "The folder of this timeline is not there, or has no vault in it: the disk may be unplugged. Nothing was changed."
  )
  static let isCompressed = PageProblem(
    .unsupportedMediaType, "Compressed",
    "What was sent is compressed, and is taken only as it is. Nothing was changed.")

  /// What a change, or a page, is about has gone.
  static let isGone = PageProblem(
    .notFound, "Not found",
    "What this is about is not there any more: it was moved or removed meanwhile.")

  /// Of whatever reading or writing notes can throw.
  ///
  /// - Parameter changed: said where something was changed before the error.
  init(_ error: any Error, changed: String? = nil) {
    switch error {
    case let error as ErrorAfterChanges: self.init(error.error, changed: error.changed)
    case let problem as PageProblem: self = problem
    case let question as PlaceQuestion:
      self.init(.unprocessableContent, "Which place?", question.text, next: nil)
    case is CancellationError:
      self.init(
        .requestTimeout, "Ended", "The connection was closed before the answer was ready.",
        next: nil)
    case is NoteConflict.Undecided:
      self.init(.unprocessableContent, "Not saved", PageWords.markersStay, next: nil)
    case is NoteConflict:
      self.init(
        .conflict, "Changed meanwhile",
        "The note was changed meanwhile in the same lines. \(changed ?? "Nothing was changed"): open it again.",
        next: nil)
    case let error as EditError:
      self.init(.conflict, "Not changed", "The note's front matter cannot be changed: \(error).")
    case let error as SettingsEditError:
      self.init(
        .conflict, "Not saved", "Nothing was changed: \(error).",
        next: Next(path: "/settings", label: "Back to the settings"))
    case let problem as PageTitle.Problem:
      self.init(
        of: Problem(problem, of: .tracker, .vault), kept: "nothing was written",
        next: Next(path: "/since?new=1", label: "Back to the trackers"))
    case let error as StoreError where error.system?.isMissing == true: self = .isGone
    default:
      self.init(of: Problem(error, .vault), changed: changed)
      if error is QueryParser.Failure { (status, title) = (.badRequest, "Not a search") }
    }
  }

  /// By its kind; without its place, which may be the name of a sealed note.
  ///
  /// - Parameters:
  ///   - kept: what is said instead of hints that are for the command line alone.
  ///   - changed: said where something was changed before the error.
  init(
    of problem: Problem, kept: String? = nil, changed: String? = nil, next: Next? = timeline
  ) {
    let hints = changed.map { [$0] + problem.afterChanges(then: "try again").hints }
    let text = ([problem.what] + (kept.map { [$0] } ?? hints ?? problem.hints)).asSentences
    let state = changed ?? "Nothing was changed"
    switch problem.kind {
    case .failure: self.init(.internalServerError, "That failed", text, next: next)
    case .authenticationFailed, .unreachable:
      self.init(.badGateway, "That failed", text, next: next)
    case .wrongUsage: self.init(.unprocessableContent, PageWords.failed, text, next: next)
    case .refused: self.init(.conflict, PageWords.failed, text, next: next)
    case .notWritable: self.init(.forbidden, "Not writable", text, next: next)
    case .locked:
      self.init(
        .serviceUnavailable, "Busy",
        "Another program is writing to this vault. \(state): try again.", next: nil)
    case .noRoom:
      self.init(
        .insufficientStorage, "No room",
        "There is no room left on the disk. \(state): make room, then try again.",
        next: nil)
    }
  }
}

extension HTTPResponse.Status {
  static let insufficientStorage = Self(code: 507, reasonPhrase: "Insufficient Storage")
}

/// Why a form cannot be taken, and the field that has to be changed.
struct FieldProblem: Error {
  var field: String
  var text: String

  /// Nil for an empty field.
  static func day(_ text: String, in field: String) throws(FieldProblem) -> CalendarDay? {
    guard !text.isEmpty else { return nil }
    guard let day = CalendarDay(text) else {
      throw FieldProblem(field: field, text: "“\(text)” is no day: write 2026-03-01.")
    }
    return day
  }
}

/// The text of a place means several.
struct PlaceQuestion: Error {
  let name: String
  let choices: [PlaceChoice]

  var text: String {
    "“\(name)” is \(choices.count) places: choose one below, or write =\(name) for the name alone."
  }
}

/// An error of a request that had changed something before.
struct ErrorAfterChanges: Error, CustomStringConvertible {
  let error: any Error
  /// What is said of that, without a full stop.
  let changed: String

  var description: String { "\(error)" }
}

extension OperationRecorder {
  /// What an error says of the changes before it; nil if there are none.
  var changedBefore: String? {
    guard hasChanged else { return nil }
    return changed == nil ? PageWords.partChanged : PageWords.partChangedAndLogged
  }
}

/// A note was renamed or removed a moment ago: the request is handled again with the next index.
struct IndexIsBehind: Error {}
