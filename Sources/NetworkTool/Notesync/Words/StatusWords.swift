internal import CommandLineTool
internal import Notesync
internal import VaultFormat
internal import Words

extension NotesyncStatus {
  /// - Parameter user: as given at the login.
  func rows(user: String?, zone: TimeZoneRules) -> [TextRow] {
    func moment(_ seconds: Int64) -> String {
      let time = NoteTime(instant: seconds, zone: zone).rfc3339
      return String(time.prefix(16)).replacing("T", with: " ")
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
      ("user", (userName ?? user).map { .string($0) } ?? .null),
      ("last_sync", number(lastSync)), ("last_error", lastError.map { .string($0) } ?? .null),
      ("last_error_time", number(lastErrorTime)),
      ("waiting", .int(queue.changes.count)), ("media_bytes", .int(Int(queue.mediaSize))),
      ("aside", .int(queue.aside.count + queue.onlyHere.count)),
      ("held_deletions", .int(queue.heldDeletions.count)),
    ])
  }
}
