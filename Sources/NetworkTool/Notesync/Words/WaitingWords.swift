internal import CommandLineTool
internal import Notesync
internal import SystemCalls
internal import VaultFormat
internal import Words

extension NotesyncPlan {
  /// `3 new, 1 changed, 2 deleted; 5 media, 12 MiB`; `nothing`.
  var summary: String {
    let counts = [
      (count(of: .create), "new"), (count(of: .edit), "changed"), (count(of: .delete), "deleted"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    guard !counts.isEmpty else { return "nothing" }
    let media = changes.reduce(0) { $0 + $1.media.count }
    let size = media == 0 ? "" : "; \(media) media, \(ByteCount(mediaSize))"
    return counts.joined(separator: ", ") + size
  }
}

extension WaitingChange {
  var line: String {
    let word =
      switch kind {
      case .create: "new"
      case .edit: changesContent ? "changed" : "media"
      case .delete: "deleted"
      }
    let size = media.isEmpty ? "" : "  \(media.count) media, \(ByteCount(mediaSize))"
    return "\(DisplayWidth.pad(word, to: 8))  \(path?.text ?? noteID.text)\(size)"
  }

  var json: JSONValue {
    .object([
      ("kind", .string(kind.rawValue)), ("id", .string(noteID.text)),
      ("path", .text(path?.text)), ("text", .bool(changesContent)),
      ("media", .int(media.count)), ("media_bytes", .int(Int(mediaSize))), ("aside", .null),
    ])
  }
}

extension UnsentNote {
  var line: String {
    "\(DisplayWidth.pad("aside", to: 8))  \(path?.text ?? noteID.text): \(reason.words)"
  }

  var json: JSONValue {
    .object([
      ("kind", .string("aside")), ("id", .string(noteID.text)),
      ("path", .text(path?.text)), ("text", .bool(false)), ("media", .int(0)),
      ("media_bytes", .int(0)), ("aside", .string(reason.words)),
    ])
  }
}

extension UnsentNote.Reason {
  /// The problem and its remedy.
  var words: String {
    switch self {
    case .blocked(let reason): reason.words
    case .tooLarge(let size, let limit):
      "its text has \(ByteCount(size)), and a request can hold at most \(ByteCount(limit)): "
        + Self.remedy(forText: size)
    case .mediaTooLarge(let file, let size, let limit):
      "\(file.text) has \(ByteCount(size)), and a request can hold \(ByteCount(limit)); the rest of the note was sent; "
        + Self.remedy(for: size)
    case .mediaRefused(let file, let size):
      "\(file.text) has \(ByteCount(size)), which the server, or a proxy before it, accepts in no request "
        + "(413; nginx calls its limit client_max_body_size); the rest of the note was sent"
    case .refused(let status, let words):
      "the server refused it (\(status)\(words.isEmpty ? "" : ": \(words)")); it is tried again when it changes"
        + (status >= 500 ? ", or in an hour" : ", or after tl notesync resync")
    case .failsOnNew(let status):
      "the server fails on it (\(status)): its id may belong to another account there; tl notesync push --new-ids "
        + "gives it another, else it is tried again in an hour"
    case .keptOtherwise:
      "the server stored something else than was sent; it is sent again when it changes"
    case .changing: "it changed while it was being sent; the next push sends it"
    case .answerUnusable:
      "the server's answer for it cannot be used; the next push sends it again"
    case .idNotStored(let why): "it needs an id, which could not be stored: the file \(why)"
    case .deletedElsewhere:
      "it was deleted on the server; it stays here, and is sent when it changes"
    case .changedElsewhere: "it was changed on the server too: tl notesync sync fetches the change"
    }
  }

  private static func remedy(for size: Int64) -> String {
    // Encoded as base64, with a margin for the JSON around it.
    size / 3 * 4 + 65_536 < NotesyncSettings.largestRequest ? setting : "no server accepts it"
  }

  private static func remedy(forText size: Int64) -> String {
    // With a sixth more for escapes.
    size / 6 * 7 + 65_536 < NotesyncSettings.largestRequest ? setting : "split the note"
  }

  private static let setting =
    "notesync_request: 50 MiB in ~/.config/tl/config.yaml allows it"
}

extension BlockedNote.Reason {
  /// The problem and its remedy.
  var words: String {
    switch self {
    case .unreadable(let why): "it cannot be read: \(why)"
    case .unreadableMedia(let why): "its media cannot be read: \(why)"
    case .brokenFrontMatter:
      "its front matter cannot be read, so its id and tags are unknown: tl doctor shows where"
    case .repeatedID: "another note has the same id: remove it from the copy"
    case .notUTF8: "its text is not UTF-8: save it as UTF-8"
    case .otherNote: "another note took its place meanwhile; the next push handles it"
    case .staysInVault: "it is a page (the key tl) or sealed, and stays in this vault"
    }
  }
}

extension NotesyncStatus {
  /// - Parameter user: as given at the login.
  func rows(user: String?, zone: TimeZoneRules) -> [TextRow] {
    func moment(_ seconds: Int64) -> String {
      TimeText.minute(NoteTime(instant: seconds, zone: zone))
    }
    let name = (userName ?? user).map { " as \($0)" } ?? ""
    var rows = [
      isSignedIn
        ? TextRow("signed in", server.text + name)
        : TextRow("signed out", "\(server.text); tl notesync login"),
      TextRow("last sync", lastSync.map(moment) ?? "never"),
      TextRow("last error", lastError.map { "\(lastErrorTime.map(moment) ?? "") \($0)" } ?? "none"),
      TextRow("pending", queue.summary),
    ]
    let asideCount = queue.aside.count + queue.onlyHere.count
    if asideCount > 0 {
      rows.append(TextRow("set aside", "\(asideCount.notes); tl notesync queue says why"))
    }
    if !queue.heldDeletions.isEmpty {
      rows.append(
        TextRow(
          "held back",
          "\(queue.heldDeletions.count.counted("deletion")); tl notesync push --allow-deletes"))
    }
    return rows
  }

  func json(user: String?) -> JSONValue {
    func number(_ value: Int64?) -> JSONValue { value.map { .int(Int($0)) } ?? .null }
    return .object([
      ("server", .string(server.text)), ("signed_in", .bool(isSignedIn)),
      ("user", .text(userName ?? user)),
      ("last_sync", number(lastSync)), ("last_error", .text(lastError)),
      ("last_error_time", number(lastErrorTime)),
      ("waiting", .int(queue.changes.count)), ("media_bytes", .int(Int(queue.mediaSize))),
      ("aside", .int(queue.aside.count + queue.onlyHere.count)),
      ("held_deletions", .int(queue.heldDeletions.count)),
    ])
  }
}
