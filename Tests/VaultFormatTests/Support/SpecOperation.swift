import VaultFormat

/// One line of a case's `do:` section.
enum SpecOperation {
  case set(String, FieldValue)
  case remove(String)
  case addTags([String])
  case removeTags([String])
  case renameTag(String, String)
  case pin(Bool)
  case body([UInt8])

  struct Unreadable: Error { var line: String }

  /// `set KEY text|bool|plain|list|yaml VALUE`, `remove KEY`, `tag add a, b`, `tag rm a, b`, `tag rename
  /// a => b`, `pin`, `unpin`, `body TEXT`.
  ///
  /// A key with a blank in it stands in double quotes.
  init(_ line: String) throws {
    let line = String(decoding: SpecCase.unescaped(line), as: UTF8.self)
    var rest = line[...]
    func word() -> String {
      if rest.hasPrefix("\""), let end = rest.dropFirst().firstIndex(of: "\"") {
        defer { rest = rest[rest.index(after: end)...].drop { $0 == " " } }
        return String(rest[rest.index(after: rest.startIndex)..<end])
      }
      let end = rest.firstIndex(of: " ") ?? rest.endIndex
      defer { rest = rest[end...].dropFirst() }
      return String(rest[..<end])
    }
    func list() -> [String] {
      rest.isEmpty ? [] : rest.split(separator: ", ").map(String.init)
    }
    switch word() {
    case "set":
      let key = word()
      switch word() {
      case "text": self = .set(key, .text(String(rest).replacing("\\n", with: "\n")))
      case "bool": self = .set(key, .bool(rest == "true"))
      case "plain": self = .set(key, .plain(String(rest)))
      case "list": self = .set(key, .list(list()))
      case "yaml": self = .set(key, .yaml(String(rest)))
      default: throw Unreadable(line: line)
      }
    case "remove": self = .remove(word())
    case "tag":
      switch word() {
      case "add": self = .addTags(list())
      case "rm": self = .removeTags(list())
      case "rename":
        let tags = rest.split(separator: " => ").map(String.init)
        guard tags.count == 2 else { throw Unreadable(line: line) }
        self = .renameTag(tags[0], tags[1])
      default: throw Unreadable(line: line)
      }
    case "pin": self = .pin(true)
    case "unpin": self = .pin(false)
    case "body": self = .body(Array(rest.utf8))
    default: throw Unreadable(line: line)
    }
  }

  func apply(to document: NoteDocument) throws -> NoteDocument {
    switch self {
    case .set(let key, let value): try document.setting(key, to: value)
    case .remove(let key): try document.removing(key)
    case .addTags(let tags): try document.addingTags(tags.compactMap { Tag($0) })
    case .removeTags(let tags): try document.removingTags(tags.compactMap { Tag($0) })
    case .renameTag(let old, let new):
      if let old = Tag(old), let new = Tag(new) {
        try document.renamingTag(old, to: new)
      } else {
        document
      }
    case .pin(let isPinned): try document.settingPinned(isPinned)
    case .body(let bytes): document.replacingBody(with: bytes)
    }
  }
}
