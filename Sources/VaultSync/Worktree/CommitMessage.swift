internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The message of a sync's commit: the number and names of the changes, and the device.
///
/// Titles come from notes and may contain anything. Each is one line of printable text after a number or a sign, so
/// that none looks like the trailer, which is its own paragraph.
enum CommitMessage {
  /// The length that terminals show of a first line.
  private static let columns = 72
  /// A longer list is not useful.
  static let lines = 200

  /// - Parameters:
  ///   - rules: decide the kinds of the changed files.
  ///   - sealed: the media folders of sealed notes, whose files are not named.
  static func text(
    of changes: [CommittedChange], device: String, message: String?, rules: PathRules,
    sealed: Set<VaultPath> = []
  ) -> String {
    let trailer = "\(DeviceTrailer.line(line(device)))\n"
    if let message {
      let own = message.drop(while: \.isWhitespace)
      if own.contains(where: { !$0.isWhitespace }) { return "\(trimmed(own))\n\n\(trailer)" }
    }
    var text = "\(firstLine(of: changes, rules))\n\n"
    for change in changes.prefix(lines) { text += "\(entry(change, sealed))\n" }
    if changes.count > lines { text += "… and \(changes.count - lines) more\n" }
    return text + "\n" + trailer
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  private static func entry(_ change: CommittedChange, _ sealed: Set<VaultPath>) -> String {
    let sign =
      switch change.kind {
      case .added: "+"
      case .modified: "~"
      case .deleted: "-"
      }
    if let folder = SealedMedia.folder(of: change.path), sealed.contains(folder) {
      return "\(sign) a file of a sealed note (\(line(folder.text)))"
    }
    let path = line(change.path.text)
    guard let title = change.title.map(line), !title.isEmpty else { return "\(sign) \(path)" }
    return "\(sign) \(title) (\(path))"
  }

  /// `2 notes, 1 photo: Kitchen, First steps`, truncated to the width of a terminal.
  private static func firstLine(of all: [CommittedChange], _ rules: PathRules) -> String {
    let changes = withoutOrigins(all)
    let counts = counts(of: changes, rules)
    let verb = changes.allSatisfy { $0.kind == .deleted } ? "Delete " : ""
    var text = verb + counts.joined(separator: ", ")
    var separator = ": "
    for title in changes.lazy.compactMap({ $0.title.map(line) }).filter({ !$0.isEmpty }) {
      let room = columns - DisplayWidth.of(text) - separator.count - 3
      guard DisplayWidth.of(title) <= room else {
        guard separator == ": " else { return text + ", …" }
        // The rest of the titles goes with the end of this one.
        return room > 0 ? text + separator + DisplayWidth.cut(title + " ", to: room + 1) : text
      }
      text += separator + title
      separator = ", "
    }
    return text
  }

  /// Without the deletions of moved files: the same content, or a note with the same title, is at another path.
  private static func withoutOrigins(_ changes: [CommittedChange]) -> [CommittedChange] {
    var arrived: [Content: [VaultPath]] = [:]
    for change in changes.reversed() where change.kind == .added {
      for key in contents(of: change, change.new) { arrived[key, default: []].append(change.path) }
    }
    guard !arrived.isEmpty else { return changes }
    var taken: Set<VaultPath> = []
    return changes.filter { change in
      guard change.kind == .deleted else { return true }
      for key in contents(of: change, change.old) {
        // An added file is in the lists of its content and of its title.
        while let path = arrived[key]?.popLast() {
          if taken.insert(path).inserted { return false }
        }
      }
      return true
    }
  }

  private enum Content: Hashable {
    case blob(ObjectID)
    case note(title: String)
  }

  /// How to recognize a file at another path, the more reliable key first.
  private static func contents(of change: CommittedChange, _ entry: TreeEntry?) -> [Content] {
    let title = change.path.isNoteByName ? change.title : nil
    return (entry.map { [.blob($0.id)] } ?? []) + (title.map { [.note(title: $0)] } ?? [])
  }

  private static func counts(of changes: [CommittedChange], _ rules: PathRules) -> [String] {
    var notes = 0
    var media: [MediaKind: Int] = [:]
    for change in changes {
      if rules.isNote(change.path) {
        notes += 1
      } else {
        media[MediaKind(fileExtension: change.path.fileExtension), default: 0] += 1
      }
    }
    func words(_ count: Int, one: String, many: String) -> String? {
      count == 0 ? nil : count.counted(one, many)
    }
    return [
      words(notes, one: "note", many: "notes"),
      words(media[.photo] ?? 0, one: "photo", many: "photos"),
      words(media[.audio] ?? 0, one: "recording", many: "recordings"),
      words(media[.video] ?? 0, one: "video", many: "videos"),
      words(media[.file] ?? 0, one: "file", many: "files"),
    ].compactMap(\.self)
  }

  /// One line: no control characters or direction marks, single spaces.
  static func line(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    var isBlank = true
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
        if !isBlank { line.append(" ") }
        isBlank = true
      case .format where scalar != "\u{200D}": continue
      default:
        line.append(scalar)
        isBlank = false
      }
    }
    if line.last == " " { line.removeLast() }
    return String(line)
  }
}
