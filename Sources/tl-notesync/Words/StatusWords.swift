internal import CommandLineTool
internal import Notesync
internal import VaultFormat

extension NotesyncStatus {
  /// - Parameter user: as it was given at the login.
  func lines(user: String?, zone: TimeZoneRules) -> [String] {
    func moment(_ seconds: Int64) -> String {
      let time = NoteTime(instant: seconds, zone: zone).rfc3339
      return String(time.prefix(16)).replacing("T", with: " ")
    }
    let name = (userName ?? user).map { " as \($0)" } ?? ""
    var lines = [
      isSignedIn
        ? "signed in   \(server.text)\(name)" : "signed out  \(server.text); tl notesync login",
      "last sync   " + (lastSync.map(moment) ?? "never"),
      "last error  " + (lastError.map { "\(lastErrorTime.map(moment) ?? "") \($0)" } ?? "none"),
      "waits       \(queue.summary)",
    ]
    let asideCount = queue.aside.count + queue.onlyHere.count
    if asideCount > 0 {
      lines.append("set aside   \(asideCount.notes); tl notesync queue says why")
    }
    if !queue.heldDeletions.isEmpty {
      lines.append(
        "held back   \(queue.heldDeletions.count.counted("deletion")); tl notesync push --allow-deletes"
      )
    }
    return lines
  }

  func json(user: String?) -> JSONValue {
    func number(_ value: Int64?) -> JSONValue { value.map { .int(Int($0)) } ?? .null }
    return .object([
      ("server", .string(server.text)), ("signed_in", .bool(isSignedIn)),
      ("user", (userName ?? user).map { .string($0) } ?? .null),
      ("last_sync", number(lastSync)), ("last_error", lastError.map { .string($0) } ?? .null),
      ("last_error_time", number(lastErrorTime)),
      ("waiting", .int(queue.changes.count)), ("media_bytes", .int(Int(queue.mediaSize))),
      ("aside", .int(queue.aside.count + queue.onlyHere.count)),
      ("held_deletions", .int(queue.heldDeletions.count)),
    ])
  }
}

/// How far a request has come, as a line on the terminal; with `--verbose` a line for each request.
final class NotesyncLine {
  private let console: Console
  private var progress: Progress?
  private var shown = 0
  /// Data go out, rather than come in.
  private var isSending = false

  init(on console: Console) {
    self.console = console
  }

  func show(_ event: NotesyncEvent) {
    switch event {
    case .progress(let bytes, let total, _, _):
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
      tell("\(method) \(path)\(content)")
    case .answer(let status): tell("answer \(status)")
    case .waiting(let seconds): tell("waiting \(Int(seconds.rounded())) s before the next try")
    }
  }

  func finish() {
    progress?.finish()
    progress = nil
    shown = 0
  }

  private func tell(_ text: String) {
    guard console.isVerbose else { return }
    finish()
    console.say(text)
  }
}
