internal import Git
internal import VaultFormat

/// The message of a commit that a sync makes of two sides.
enum MergeMessage {
  /// The greatest number of listed lines.
  private static let limit = 50

  /// The first lines of the two kinds.
  static let merging = "Merge changes of other devices"
  static let following = "Keep changes of this device after history was removed"

  /// The first line summarizes, the next ones list decisions, and the trailer names the device.
  static func text(
    _ events: [MergeEvent], device: String, summary: String = merging
  ) -> String {
    let lines = events.prefix(limit).map {
      "- \(CommitText.line($0.path.text)): \($0.kind.words)"
    }
    let rest = events.count - lines.count
    var parts = [summary]
    if !lines.isEmpty {
      parts.append((lines + (rest > 0 ? ["- and \(rest) more"] : [])).joined(separator: "\n"))
    }
    parts.append(DeviceTrailer.line(device))
    return parts.joined(separator: "\n\n") + "\n"
  }
}

/// Text from the vault as part of one line of a commit message.
enum CommitText {
  /// The most bytes of a text.
  private static let limit = 200

  /// Without control characters, and truncated if it is very long.
  static func line(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      line.unicodeScalars.append(isControl ? " " : scalar)
      if line.utf8.count >= limit { return line + "…" }
    }
    return line
  }
}

extension MergeEvent.Kind {
  /// For commit messages and the log of syncs.
  var words: String {
    switch self {
    case .merged: "changed on both sides, merged"
    case .fieldDecided(let key, _, let device):
      "\(CommitText.line(key)) as on \(CommitText.line(device))"
    case .bothEventsKept(let time): "both events of \(time.rfc3339)"
    case .conflictCopy(let copy, let device):
      "the version of \(CommitText.line(device)) is in \(CommitText.line(copy.text))"
    case .editSurvivedDelete: "deleted on one side, changed on the other, kept"
    case .keptForMedia: "deleted on one side, kept for its new media"
    case .moved(let path): "moved from \(CommitText.line(path.text))"
    case .movedApart(let other): "moved on both sides, not to \(CommitText.line(other.text))"
    case .renamed(let wanted): "the name \(CommitText.line(wanted.text)) was taken"
    case .followedNote(let path): "followed its note from \(CommitText.line(path.text))"
    case .laterVersion(let other, let device):
      "the later version; that of \(CommitText.line(device)) is \(other.hex)"
    }
  }
}
