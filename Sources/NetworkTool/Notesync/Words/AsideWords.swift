internal import CommandLineTool
internal import Notesync
internal import NotesyncServer
internal import VaultFormat

extension AsideRequest {
  /// Its short name: the beginning of its id.
  var number: String { String(id.prefix(8)) }

  /// `1f0c22ab  2026-03-01 09:30  ada  12 KiB`.
  func line(zone: TimeZoneRules) -> String {
    let moment = NoteTime(instant: time, zone: zone).rfc3339.prefix(16).replacing("T", with: " ")
    return "\(number)  \(moment)  \(account ?? "(no account)")  \(ByteCount(size))"
  }

  var json: JSONValue {
    .object([
      ("number", .string(number)), ("account", account.map { .string($0) } ?? .null),
      ("time", .int(Int(time))), ("bytes", .int(Int(size))),
      ("reasons", .array(reasons.map { .string($0) })),
    ])
  }
}

extension AsideOperation {
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

extension AsideApplier.Outcome {
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
