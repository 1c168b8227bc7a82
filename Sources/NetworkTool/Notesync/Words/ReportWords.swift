internal import CommandLineTool
internal import Notesync
internal import NotesyncServer
internal import SystemCalls
internal import VaultFormat
internal import Words

/// What a pull, a push or a plan comes to, in words; they may contain control characters.
struct NotesyncText {
  /// A line for each note.
  var lines: [String] = []
  /// The last one is the sum.
  private(set) var remarks: [(text: String, isWarning: Bool)] = []

  fileprivate mutating func say(_ text: String) { remarks.append((text, false)) }

  fileprivate mutating func warn(_ text: String) { remarks.append((text, true)) }

  func print(on console: Console) throws {
    for line in lines { try console.line(TerminalText.line(line)) }
    for (text, isWarning) in remarks { isWarning ? console.warn(text) : console.say(text) }
  }

  fileprivate mutating func warnOfFarAhead(_ paths: [VaultPath]) {
    for path in paths {
      warn("\(path.text): its time on the server is more than a day ahead of this clock")
    }
  }

  /// Lists the first deletions that a gate holds back.
  fileprivate mutating func warnOfHeld(_ names: [String], _ sentence: (Int) -> String) {
    guard !names.isEmpty else { return }
    warn(sentence(names.count))
    let limit = 20
    for name in names.prefix(limit) { say("  \(name)") }
    if names.count > limit { say("  and \(names.count - limit) more") }
  }
}

extension PushReport {
  /// - Parameter isWhole: false if an error ended it.
  func text(isWhole: Bool = true) -> NotesyncText {
    var text = NotesyncText()
    text.lines =
      created.map { noteLine("sent", "new", $0.text) }
      + edited.map { noteLine("sent", "changed", $0.text) }
      + deleted.map { noteLine("sent", "deleted", $0) }
    if !storedIDs.isEmpty {
      text.say("\(storedIDs.count.notes) got a stored id, so that the server recognizes it")
    }
    for note in aside { text.warn(note.line) }
    text.warnOfHeld(heldDeletions.map { $0.path?.text ?? $0.noteID.text }) {
      "\($0.counted("deletion")) held back, because so many are rarely meant: "
        + "--allow-deletes allows \($0 == 1 ? "it" : "them")"
    }
    text.warnOfFarAhead(farAhead)
    let isEmpty = noteCount == 0 && mediaCount == 0
    guard isWhole || !isEmpty else { return text }
    text.say(
      isEmpty
        ? "nothing to send"
        : "sent \(noteCount.notes), \(mediaCount) media, \(ByteCount(byteCount))")
    return text
  }
}

extension PullReport {
  static let conflictHint = "tl conflict lists what both sides wrote"

  /// - Parameters:
  ///   - isWhole: false if an error ended it.
  ///   - isRestore: which can bring removed media too.
  func text(isWhole: Bool = true, isRestore: Bool = false) -> NotesyncText {
    var text = NotesyncText()
    text.lines = [
      (created, "new"), (updated, "changed"), (removed, "deleted"), (copies, "conflict"),
    ].flatMap { paths, word in paths.map { noteLine("received", word, $0.text) } }
    for finding in findings { text.warn(finding.words) }
    text.warnOfFarAhead(farAhead)
    text.warnOfHeld(heldRemovals.map(\.text)) {
      "\($0.notes) no longer on the server; so many deletions are rarely meant, so the notes stay here; "
        + "--allow-deletes puts \($0 == 1 ? "it" : "them") into the trash"
    }
    if cannotTellDeletions {
      text.say("this server does not report deletions made elsewhere; such notes stay here")
    }
    let count = created.count + updated.count + removed.count
    if isWhole || count > 0 || !media.isEmpty {
      text.say(
        count == 0 && media.isEmpty
          ? "nothing received" : "received \(count.notes), \(media.count) media")
    }
    if isRestore, removedMediaCount > 0 {
      text.say(
        "\(removedMediaCount) media that were removed here are left out; --removed-media restores them too"
      )
    }
    return text
  }
}

private func noteLine(_ direction: String, _ word: String, _ name: String) -> String {
  "\(DisplayWidth.pad(direction, to: 8))  \(DisplayWidth.pad(word, to: 8))  \(name)"
}

extension PullFinding {
  var words: String {
    let place = path?.text ?? noteID.map { "note \($0.text)" } ?? "a note"
    switch reason {
    case .unreadable(let why): return "\(place): what the server sent cannot be read: \(why)"
    case .undecodableMedia(let name):
      return "\(place): \(name) was received damaged and is left out; the note is kept"
    case .missingData(let name):
      return "\(place): \(name) was not received; the next sync requests it again"
    case .wrongChecksum(let name, let kept):
      return
        "\(place): \(name) does not have the checksum that the server gives; it is kept as \(kept.text)"
    case .notWritten(let why): return "\(place): could not be written: \(why)"
    case .blocked(let reason): return "\(place): could not be written: \(reason.words)"
    case .holdsNUL: return "\(place): U+0000 in the server's version is left out here"
    case .orphanedMedia(let name):
      return "\(name) belongs to a note that was not received; it is left out"
    case .changedMeanwhile: return "\(place): was changed during the sync; the next sync handles it"
    }
  }
}

extension Int {
  /// `1 note`, `2 notes`.
  var notes: String { counted("note") }
}

extension NotesyncPlan {
  /// What would arrive.
  var arrivalText: NotesyncText {
    let arrivals = arrivals
    var text = NotesyncText(lines: arrivals.map(\.line))
    if !heldRemovals.isEmpty {
      text.say(
        "\(heldRemovals.count.notes) no longer on the server would stay here, because so many deletions are rarely meant; see --allow-deletes"
      )
    }
    let removals = arrivals.count { $0.outcome == .remove }
    let parts = [
      (arrivals.count - removals, "be received"), (removals, "go to the trash"),
    ].filter { $0.0 > 0 }.map { "\($0.0.notes) would \($0.1)" }
    let sum = parts.isEmpty ? "nothing would be received" : parts.joined(separator: ", ")
    text.say("\(sum); nothing is changed")
    return text
  }
}

extension NotesyncPlan.Step {
  /// A planned change of a note here.
  fileprivate var line: String {
    let word =
      switch outcome {
      case .create: "new"
      case .update: "changed"
      case .remove: "deleted"
      case .conflict: "conflict"
      case nil: ""
      }
    return noteLine("received", word, path?.text ?? noteID.text)
  }
}

extension RejectedRequest {
  /// Its short name: the beginning of its id.
  var number: String { String(id.prefix(8)) }

  /// `1f0c22ab  2026-03-01 09:30  ada  12 KiB`.
  func line(zone: TimeZoneRules) -> String {
    let moment = TimeText.minute(NoteTime(instant: time, zone: zone))
    return "\(number)  \(moment)  \(account ?? "(no account)")  \(ByteCount(size))"
  }

  var json: JSONValue {
    .object([
      ("number", .string(number)), ("account", .text(account)),
      ("time", .int(Int(time))), ("bytes", .int(Int(size))),
      ("reasons", .array(reasons.map { .string($0) })),
    ])
  }
}

extension RejectedOperation {
  /// The reason, the known fields of the note, and its text.
  var lines: [String] {
    let size = media.reduce(Int64(0)) { $0 + ($1.data.isBase64 ? $1.data.size : 0) }
    var lines = [reason, "  \(isDelete ? "deletes note" : "note")  \(note.id ?? "(no id)")"]
    if let tags = note.tags, !tags.isEmpty {
      lines.append("  tags  \(tags.joined(separator: ", "))")
    }
    if let updated = note.updatedAt { lines.append("  changed  \(updated.text)") }
    if !media.isEmpty { lines.append("  \(media.count) media, \(ByteCount(size))") }
    let text = (note.text ?? "").split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines + text.map { "  | \($0)" }
  }
}

extension RejectedRequestApplier.Outcome {
  var line: String {
    switch self {
    case .created(let path): "new       \(path.text)"
    case .beside(_, let copy?): "conflict  \(copy.text)"
    case .beside(let path, nil): "same      \(path.text)"
    case .removed(let path): "deleted   \(path.text)"
    case .nothing: "nothing to apply"
    }
  }

  var isConflict: Bool {
    if case .beside(_, .some) = self { true } else { false }
  }
}

/// The progress of a request, as a line on the terminal; with `--verbose` a line for each request.
final class NotesyncLine {
  private let console: Console
  private var progress: Progress?
  private var shown = 0
  /// Whether data are sent rather than received.
  private var isSending = false

  init(on console: Console) {
    self.console = console
  }

  func show(_ event: NotesyncEvent) {
    switch event {
    case .progress(let bytes, let total):
      if progress == nil || isSending != (total != nil) {
        finish()
        isSending = total != nil
        progress = Progress(
          isSending ? "sending" : "receiving", total: total.map(Int.init), unit: .bytes, on: console
        )
      }
      progress?.advance(by: max(0, Int(bytes) - shown))
      shown = max(shown, Int(bytes))
    case .request(let method, let path, let bytes, let operations, let media):
      let content =
        method == "GET"
        ? "" : "  \(ByteCount(bytes)), \(operations.counted("operation")), \(media) media"
      log("\(method) \(path)\(content)")
    case .answer(let status): log("answer \(status)")
    case .waiting(let seconds): log("waiting \(Int(seconds.rounded())) s before the next try")
    }
  }

  func finish() {
    progress?.finish()
    progress = nil
    shown = 0
  }

  private func log(_ text: String) {
    guard console.isVerbose else { return }
    finish()
    console.say(text)
  }
}
