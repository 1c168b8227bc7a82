internal import Media
internal import SystemCalls
internal import VaultFormat
internal import Words

/// A line of `tl import photos`: `2016-11-20 18:03  3 photos 1 video  2016/11/2016-11-20-180311.md`.
enum ImportLine {
  static func text(_ note: PhotoImportPlan.Note, _ session: Session) -> String {
    let style = session.console.style
    let time = note.time.time
    let when = time.precision == .day ? "\(time.day)" : TimeText.minute(time)
    var parts = [style.dim(when), summary(of: note), TerminalText.line(note.path)]
    if !note.isNew { parts.append("(more of a note that is here)") }
    switch note.time.source {
    case .original, .digitized: break
    case .name: parts.append(style.dim("time from the name"))
    case .changed: parts.append(style.dim("time of its last change"))
    case .file: parts.append(style.yellow("time of the file"))
    }
    return parts.joined(separator: "  ")
  }

  private static func summary(of note: PhotoImportPlan.Note) -> String {
    MediaSummary.text(
      of: note.media.compactMap { media in
        VaultPath(media.name).map { MediaKind(fileExtension: $0.fileExtension) }
      })
  }
}

/// The output of `tl import photos --json`.
enum ImportJSON {
  static func value(of plan: PhotoImportPlan, _ notes: [PhotoImportPlan.Note]) -> JSONValue {
    .object([
      ("notes", .array(notes.map(Self.note))),
      (
        "doubles",
        .array(
          plan.doubles.map { double in
            .object([("source", .string(double.path)), ("twin", .string(double.twin.path))])
          })
      ),
      ("foreign", .array(plan.foreign.map(JSONValue.string))),
    ])
  }

  private static func note(_ note: PhotoImportPlan.Note) -> JSONValue {
    let time = note.time.time
    return .object([
      ("path", .string(note.path)), ("is_new", .bool(note.isNew)),
      ("date", .string(time.precision == .day ? "\(time.day)" : time.rfc3339)),
      ("time_from", .string(note.time.source.rawValue)),
      ("zone_from", .string(note.time.zoneSource.rawValue)),
      (
        "coordinates",
        note.position?.coordinates?.json ?? .null
      ),
      (
        "media",
        .array(
          note.media.map { media in
            .object([
              ("source", .string(media.source)), ("name", .string(media.name)),
              ("bytes", .int(Int(media.size))), ("role", .string(media.role.rawValue)),
            ])
          })
      ),
    ])
  }
}

extension PhotoImportPlan.Twin {
  fileprivate var path: String {
    switch self {
    case .file(let path), .note(let path): path
    }
  }
}
