internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// What a tracker's file says, safe for a terminal.
extension TrackerText {
  static func name(_ tracker: Tracker) -> String { TerminalText.line(tracker.title) }

  /// The tracker, the time and the content: `Water the plants  2026-11-20 18:03  = 2 l: and the lemon`.
  static func event(_ event: TrackerEvent, of tracker: Tracker) -> String {
    [name(tracker), time(event), content(event, unit: tracker.unit)]
      .filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// ` = 2 l: and the lemon`, without the blank.
  static func content(_ event: TrackerEvent, unit: String) -> String {
    TerminalText.line(words(event, unit: unit))
  }

  /// A row of `tl due`: the name, since when, and how late.
  static func due(_ status: TrackerStatus) -> [String] {
    let name = name(status.tracker)
    guard let due = status.due else { return [name] }
    guard let late = status.late else { return [name, "on \(time(due))"] }
    let isToday = due.precision == .day && due.day == status.now.day
    return [
      name, since(due, status.now),
      isToday ? "" : "\(ElapsedText.tenths.text(of: late)) late",
    ]
  }
}

/// `2 photos 1 audio`.
enum MediaSummary {
  static func text(of files: [MediaFile]) -> String { text(of: files.map(\.kind)) }

  static func text(of kinds: [MediaKind]) -> String { parts(of: kinds).joined(separator: " ") }

  /// Within a sentence: `2 photos and 1 video`.
  static func words(of files: [MediaFile]) -> String {
    parts(of: files.map(\.kind)).joined(last: "and")
  }

  private static func parts(of kinds: [MediaKind]) -> [String] {
    let names: [(MediaKind, one: String, many: String)] = [
      (.photo, "photo", "photos"), (.audio, "audio", "audios"), (.video, "video", "videos"),
      (.file, "file", "files"),
    ]
    return names.compactMap { kind, one, many in
      let count = kinds.count { $0 == kind }
      return count == 0 ? nil : count.counted(one, many)
    }
  }
}
