package import VaultFormat
package import VaultStore

/// The JSON of a note, version 1 (docs/cli-reference.md, "JSON").
///
/// Keys are never removed or renamed. `tl show --json` prints it, and the page's API answers with it.
package enum NoteJSONV1 {
  /// - Parameters:
  ///   - ages: of those whom the note names, if they are asked for.
  ///   - circle: that of `near:`, if it was asked for.
  package static func value(
    of note: NoteFile, id: NoteID, withText: Bool, ages: JSONValue? = nil,
    circle: CoordinateCircle? = nil
  ) -> JSONValue {
    var properties = note.document.frontMatter?.properties ?? []
    if note.sealedUntil != nil { properties.removeAll { $0.key != KnownKey.openAfter.name } }
    var entries: [(String, JSONValue)] = [
      ("id", .string(id.text)),
      ("id_stored", .bool(note.metadata.id == id)),
      ("path", .string(note.path.text)),
      ("title", .string(note.title)),
      ("created", .string(note.created.rfc3339)),
      ("updated", .string(note.updated.rfc3339)),
      ("pinned", .bool(note.metadata.isPinned)),
      ("tags", .array(note.metadata.tags.map { .string($0.text) })),
    ]
    if withText { entries.append(("text", .string(note.document.bodyText))) }
    entries += [
      ("kind", .string(NoteKind(of: note.media.files.map(\.kind)).rawValue)),
      ("media", .array(note.media.files.map(media))),
      ("properties", .object(properties.map { ($0.key, value($0.value)) })),
      ("findings", .array(note.findings.map { finding($0, at: note.path) })),
    ]
    if note.sealedUntil != nil { entries.append(("sealed", .bool(true))) }
    if let date = note.metadata.date { entries.append(("date", .string(date.rfc3339))) }
    if let ages { entries.append(("ages", ages)) }
    if let distance = circle?.kilometers(to: note.document) {
      entries.append(("distance_km", .number(distance)))
    }
    return .object(entries)
  }

  package static func finding(_ finding: Finding, at path: VaultPath) -> JSONValue {
    .object([
      ("severity", .string(finding.severity.rawValue)), ("code", .string(finding.code.rawValue)),
      ("path", .string(path.text)), ("line", .int(finding.line)), ("column", .int(finding.column)),
      ("message", .string(finding.message)),
    ])
  }

  private static func media(_ file: MediaFile) -> JSONValue {
    .object([
      ("path", .string(file.path.text)), ("kind", .string(file.kind.rawValue)),
      ("bytes", .number(String(file.size))),
    ])
  }

  package static func value(_ value: YAMLValue) -> JSONValue {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let digits): .number(digits)
    case .float(let value): number(value)
    case .string(let text): .string(text)
    case .sequence(let items): .array(items.map(Self.value))
    case .mapping(let entries): .object(entries.map { (key($0.key), Self.value($0.value)) })
    }
  }

  /// JSON has no infinity and no NaN: they are strings as YAML writes them.
  private static func number(_ value: Double) -> JSONValue {
    if value.isNaN { return .string(".nan") }
    if value.isInfinite { return .string(value < 0 ? "-.inf" : ".inf") }
    return .number("\(value)")
  }

  private static func key(_ value: YAMLValue) -> String {
    switch value {
    case .string(let text), .int(let text): text
    default: Self.value(value).compact
    }
  }
}
