package import VaultFormat

/// A change of a file by an operation, with all that taking it back needs.
package enum FileChange: Hashable, Sendable {
  /// A text was written; `before` is nil for a new file.
  case text(VaultPath, before: [UInt8]?, after: [UInt8])
  /// A file or a folder got another name.
  case moved(VaultPath, to: VaultPath)
  /// A note with its media, or a single file, went to the trash.
  case removed(VaultPath, Content)
  /// It came back from the trash.
  case broughtBack(VaultPath)
  /// A file was copied or moved into a media folder.
  case added(VaultPath, Content)

  /// How a file is known again: a medium without reading it.
  package struct Content: Hashable, Sendable {
    package var size: Int64
    /// Of a medium the time of its modification, seconds since 1970 and nanoseconds; of a note git's id of its bytes.
    package var mark: String
  }

  /// What of a note became different: names of fields, and `text`; empty for what is no text, and where it is not known.
  package var parts: [String] {
    guard case .text(_, let before?, let after) = self else { return [] }
    let (old, new) = (NoteDocument(before), NoteDocument(after))
    let fields = ["title", "category", "tags", "people", "order", "pinned"].filter {
      old.frontMatter?.field(named: $0)?.value.value
        != new.frontMatter?.field(named: $0)?.value.value
    }
    return fields + (old.body.elementsEqual(new.body) ? [] : ["text"])
  }

  /// The file whose former text or name only the record of the change has.
  ///
  /// Nil where nothing is lost without one: of a new file, and of one that is in the trash.
  var replaced: VaultPath? {
    switch self {
    case .text(let path, before: _?, after: _), .moved(let path, to: _): path
    default: nil
    }
  }

  /// Where the file is after the change.
  package var path: VaultPath {
    switch self {
    case .text(let path, _, _), .moved(_, let path), .removed(let path, _), .broughtBack(let path),
      .added(let path, _):
      path
    }
  }
}

// MARK: - In a file

extension FileChange {
  /// The change as lines, an empty line and, for a text, the bytes of before and what differs in those of after.
  var record: [UInt8] {
    var record = RecordText()
    var content: [UInt8] = []
    switch self {
    case .text(let path, let before, let after):
      let splice = Splice(from: before ?? [], to: after)
      record.append("text", path.bytes)
      record.append("before", before.map { "\($0.count)" } ?? "none")
      record.append("kept", "\(splice.prefix) \(splice.suffix)")
      record.append("after", "\(splice.middle.count)")
      content = (before ?? []) + splice.middle + [UInt8(ascii: "\n")]
    case .moved(let path, let new):
      record.append("moved", path.bytes)
      record.append("to", new.bytes)
    case .removed(let path, let content):
      record.append("removed", path.bytes)
      content.add(to: &record)
    case .broughtBack(let path): record.append("brought-back", path.bytes)
    case .added(let path, let content):
      record.append("added", path.bytes)
      content.add(to: &record)
    }
    return record.bytes + [UInt8(ascii: "\n")] + content
  }

  /// - Parameters:
  ///   - record: the lines.
  ///   - content: what follows them; the bytes of the change are taken from its beginning.
  /// - Returns: nil if it is not a change, or not a whole one.
  init?(_ record: RecordText, _ content: inout ArraySlice<UInt8>) {
    // A vault, with its log, may come from a stranger.
    func path(_ key: String) -> VaultPath? {
      record[key].flatMap { VaultPath($0) }.flatMap { $0.isOfTheVault ? $0 : nil }
    }
    func count(_ text: String) -> Int? {
      Int(text).flatMap { (0...content.count).contains($0) ? $0 : nil }
    }
    if let path = path("text") {
      let kept = record.text("kept")?.split(separator: " ").compactMap { Int($0) } ?? []
      guard let after = record.text("after").flatMap(count), kept.count == 2,
        let text = record.text("before"), let length = text == "none" ? 0 : count(text),
        let middle = Self.taken(after + length + 1, from: &content)
      else { return nil }
      let before = Array(middle.prefix(length))
      let splice = Splice(
        prefix: kept[0], suffix: kept[1],
        middle: Array(middle.dropFirst(before.count).dropLast()))
      guard let after = splice.applied(to: before) else { return nil }
      self = .text(path, before: text == "none" ? nil : before, after: after)
    } else if let old = path("moved"), let new = path("to") {
      self = .moved(old, to: new)
    } else if let path = path("removed"), let content = Content(record) {
      self = .removed(path, content)
    } else if let path = path("brought-back") {
      self = .broughtBack(path)
    } else if let path = path("added"), let content = Content(record) {
      self = .added(path, content)
    } else {
      return nil
    }
  }

  private static func taken(_ count: Int, from content: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard 0...content.count ~= count else { return nil }
    defer { content = content.dropFirst(count) }
    return Array(content.prefix(count))
  }
}

extension FileChange.Content {
  fileprivate func add(to record: inout RecordText) {
    record.append("size", "\(size)")
    record.append("mark", mark)
  }

  fileprivate init?(_ record: RecordText) {
    guard let size = record.text("size").flatMap({ Int64($0) }),
      let mark = record.text("mark")
    else { return nil }
    self.init(size: size, mark: mark)
  }
}

extension VaultPath {
  /// Neither git's nor of this device alone.
  fileprivate var isOfTheVault: Bool {
    !isBelow(VaultLayout.local)
      && !bytes.split(separator: UInt8(ascii: "/")).contains { NameKey($0) == NameKey(".git".utf8) }
  }
}

/// The part in which two texts differ.
private struct Splice {
  /// The numbers of bytes that both have at the beginning and at the end.
  var prefix: Int
  var suffix: Int
  var middle: [UInt8]
}

extension Splice {
  init(from old: [UInt8], to new: [UInt8]) {
    let shorter = min(old.count, new.count)
    var (first, last) = (0, 0)
    while first < shorter, old[first] == new[first] { first += 1 }
    while last < shorter - first, old[old.count - 1 - last] == new[new.count - 1 - last] {
      last += 1
    }
    self.init(prefix: first, suffix: last, middle: Array(new[first..<(new.count - last)]))
  }

  /// Nil if the text is too short.
  func applied(to old: [UInt8]) -> [UInt8]? {
    guard prefix >= 0, suffix >= 0, prefix <= old.count, suffix <= old.count - prefix else {
      return nil
    }
    return old.prefix(prefix) + middle + old.suffix(suffix)
  }
}
