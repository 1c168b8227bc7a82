import VaultFormat

/// What a document says, as lines that a person can read and a case can hold.
enum SpecDump {
  static func properties(of document: NoteDocument) -> [String] {
    (document.frontMatter?.properties ?? []).map { "\($0.key) = \(text(of: $0.value))" }
  }

  /// Values as JSON writes them; numbers and words of the core schema without quotes.
  static func text(of value: YAMLValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .int(let digits): digits
    case .float(let value): "\(value)"
    case .string(let text): quoted(text)
    case .sequence(let items): "[" + items.map(Self.text).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{"
        + entries.map { Self.text(of: $0.key) + ": " + Self.text(of: $0.value) }
        .joined(separator: ", ") + "}"
    }
  }

  /// `BEGIN[/END]; MARK; NUMBERS; TEXT` of the first event; what is not there is left out.
  static func event(in bytes: [UInt8], unit: String, zone: TimeZoneRules) -> String {
    bytes.withUnsafeBufferPointer { bytes in
      switch EventLine.read(Line(at: 0, in: bytes), in: bytes, zone: zone) {
      case .other: return "none"
      case .unreadable: return "unreadable"
      case .event(let event):
        var parts = [event.begin.rfc3339]
        switch event.end {
        case nil: break
        case .running: parts[0] += "/"
        case .at(let end): parts[0] += "/" + end.rfc3339
        }
        if let mark = event.mark { parts.append(mark.name) }
        do {
          if let value = try event.value(in: bytes, unit: unit) {
            parts.append(value.numbers.map { "\($0)" }.joined(separator: "/"))
          }
        } catch {
          parts.append("no value")
        }
        let text = event.text(in: bytes, unit: unit)
        if !text.isEmpty { parts.append(quoted(text)) }
        return parts.joined(separator: "; ")
      }
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// The known keys that the file has, and the title with where it comes from.
  static func metadata(of document: NoteDocument, zone: TimeZoneRules) -> [String] {
    let metadata = NoteMetadata(of: document, zone: zone)
    var lines: [String] = []
    if let id = metadata.id { lines.append("id \(id.text)") }
    if let time = metadata.created { lines.append("created \(time.rfc3339)") }
    if let time = metadata.updated { lines.append("updated \(time.rfc3339)") }
    if let time = metadata.date { lines.append("date \(time.rfc3339)") }
    if metadata.isPinned { lines.append("pinned") }
    if !metadata.tags.isEmpty {
      lines.append("tags " + metadata.tags.map { quoted($0.text) }.joined(separator: " "))
    }
    if !metadata.aliases.isEmpty {
      lines.append("aliases " + metadata.aliases.map(quoted).joined(separator: " "))
    }
    if let order = metadata.order { lines.append("order \(order)") }
    lines.append(contentsOf: title(of: document, metadata))
    return lines
  }

  private static func title(of document: NoteDocument, _ metadata: NoteMetadata) -> [String] {
    if let title = metadata.title { return ["title \(quoted(title))"] }
    let found = document.bytes.withUnsafeBufferPointer {
      BodyTitle.find(in: $0, from: document.layout.bodyStart, isWhole: true)
    }
    guard let range = found.range else { return [] }
    let text = quoted(String(decoding: document.bytes[range], as: UTF8.self))
    if case .heading = found { return ["heading \(text)"] }
    return ["first line \(text)"]
  }

  static func findings(of document: NoteDocument, zone: TimeZoneRules) -> [String] {
    (document.findings + NoteMetadata(of: document, zone: zone).findings).map {
      "\($0.line):\($0.column) \($0.severity.rawValue) \($0.code.rawValue): \($0.message)"
    }
  }

  /// Where the parts lie: bytes from 0.
  static func parts(of document: NoteDocument) -> [String] {
    let layout = document.layout
    var lines: [String] = []
    if layout.bomLength > 0 { lines.append("mark 0..<\(layout.bomLength)") }
    if let range = layout.frontMatter { lines.append("front matter \(range)") }
    lines.append("body \(layout.bodyStart)..<\(document.bytes.count)")
    return lines
  }
}
