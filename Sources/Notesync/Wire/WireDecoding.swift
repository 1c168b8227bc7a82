/// Reads the members of an element, and records the first problem.
struct WireDecoding {
  private(set) var location: [String]
  private(set) var problem: (location: [String], message: String)?

  mutating func report(_ name: String, _ message: String) {
    if problem == nil { problem = (location + [name], message) }
  }

  mutating func string(_ name: String, in element: JSONElement) -> String? {
    switch element[name] {
    case .string(let text)?: return text
    case nil: report(name, "is missing")
    case let other?: report(name, "is \(other.kind), not a string")
    }
    return nil
  }

  /// A boolean, also as 1 and 0, `true` and `false`, `yes` and `no`, `on` and `off`.
  mutating func bool(_ name: String, in element: JSONElement) -> Bool? {
    switch element[name] {
    case .bool(let value)?: return value
    case .number(let text)?:
      if let number = Double(text), number == 0 || number == 1 { return number == 1 }
    case .string(let text)?:
      switch text.lowercased() {
      case "true", "1", "yes", "on", "y", "t": return true
      case "false", "0", "no", "off", "n", "f": return false
      default: break
      }
    case nil:
      report(name, "is missing")
      return nil
    default: break
    }
    report(name, "is not a boolean")
    return nil
  }

  mutating func strings(_ name: String, in element: JSONElement) -> [String]? {
    guard let value = element[name] else {
      report(name, "is missing")
      return nil
    }
    guard case .array(let items) = value else {
      report(name, "is \(value.kind), not an array")
      return nil
    }
    let texts = items.compactMap(\.text)
    if texts.count < items.count { report(name, "holds something else than strings") }
    return texts.count == items.count ? texts : nil
  }

  mutating func time(_ name: String, in element: JSONElement, isOptional: Bool = false) -> WireTime?
  {
    let value = element[name] ?? .null
    switch value {
    case .null:
      if !isOptional { report(name, element[name] == nil ? "is missing" : "is null") }
      return nil
    case .string(let text): if let time = WireTime(text) { return time }
    case .number(let text): if let time = Double(text).flatMap(WireTime.init(unix:)) { return time }
    default: break
    }
    report(name, "is not a time")
    return nil
  }

  /// Problems in `read` are reported below `name`.
  mutating func inside<Value>(
    _ name: String, _ read: (inout WireDecoding) -> Value
  ) -> Value {
    location.append(name)
    defer { location.removeLast() }
    return read(&self)
  }
}

// MARK: - Notes and media

extension WireDecoding {
  mutating func note(_ element: JSONElement) -> (whole: WireNote?, readable: ReadableNote) {
    var found = ReadableNote()
    found.id = string("id", in: element)
    found.text = string("text", in: element)
    found.isPinned = bool("isPinned", in: element)
    found.tags = strings("tags", in: element)
    found.createdAt = time("createdAt", in: element)
    found.updatedAt = time("updatedAt", in: element)
    found.deletedAt = time("deletedAt", in: element, isOptional: true)
    guard problem == nil, let id = found.id, let text = found.text, let isPinned = found.isPinned,
      let tags = found.tags, let created = found.createdAt, let updated = found.updatedAt
    else { return (nil, found) }
    let note = WireNote(
      id: id, text: text, isPinned: isPinned, tags: tags, createdAt: created, updatedAt: updated,
      deletedAt: found.deletedAt)
    return (note, found)
  }

  /// - Parameter needsData: false accepts media without data.
  mutating func media(_ element: JSONElement, needsData: Bool = true) -> WireMedia? {
    let id = string("id", in: element)
    let noteID = string("noteId", in: element)
    let kind = string("kind", in: element)
    let filename = string("filename", in: element)
    let contentType = string("contentType", in: element)
    let checksum = string("checksum", in: element)
    let data: ReceivedData
    switch element["dataBase64"] {
    case .data(let received)?: data = received
    case nil where !needsData: data = .absent
    case let other:
      report("dataBase64", other == nil ? "is missing" : "is not a string")
      return nil
    }
    guard let id, let noteID, let kind, let filename, let contentType, let checksum else {
      return nil
    }
    return WireMedia(
      id: id, noteID: noteID, kind: kind, filename: filename, contentType: contentType,
      checksum: checksum, data: data)
  }

  /// The names of all members, and of those around them.
  static let names: Set<String> = [
    "opId", "opType", "note", "media", "id", "text", "isPinned", "tags", "createdAt", "updatedAt",
    "deletedAt", "noteId", "kind", "filename", "contentType", "checksum", "dataBase64", "result",
  ]
}
