internal import VaultFormat

/// Findings about the known keys of a note, in addition to those of `NoteMetadata`.
struct FieldCheck {
  let settings: CheckSettings

  // MARK: - The fast path

  /// False only if no key has a finding, from here or from `NoteMetadata`.
  ///
  /// Uses the fields that `head` has read, and allocates nothing for nearly all notes.
  func mayHaveFindings(
    _ head: NoteHead, _ plain: PlainFrontMatter, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if head.layout.frontMatter == nil { return false }
    if let updated = head.updated, let created = head.created, precedes(updated, created) {
      return true
    }
    for field in plain.fields {
      guard let key = field.known?.key else { continue }
      let text = UnsafeBufferPointer(rebasing: bytes[field.text])
      if mayHaveFindings(key, field, text: text) { return true }
    }
    return head.order == nil && plain.fields.contains { bytes[$0.key].elementsEqual("order".utf8) }
  }

  private func mayHaveFindings(
    _ key: KnownKey, _ field: PlainFrontMatter.Field, text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if case .empty = field.shape { return false }
    var isScalar = false
    if case .scalar = field.shape { isScalar = true }
    switch key {
    case .created, .updated, .date, .openAfter, .celebrated:
      return !isScalar || NoteTime(parsing: text, zone: settings.zone) == nil
    case .pinned, .favorite, .publish, .anonymous: return !isScalar || Bool(lenient: text) == nil
    case .id: return !isScalar || Self.idProblem(text) != nil
    case .coordinates: return (try? Coordinates(String(decoding: text, as: UTF8.self))) == nil
    case .latitude, .longitude: return true
    case .temperature:
      return !isScalar || Double(number: String(decoding: text, as: UTF8.self)) == nil
    case .category: return settings.hasCategories && !(isScalar && settings.spells(category: text))
    default: return false
    }
  }

  // MARK: - The slow path

  func findings(in document: NoteDocument, _ metadata: NoteMetadata) -> [Finding] {
    guard let known = document.frontMatter?.knownFields else { return [] }
    var findings: [Finding] = []
    func report(
      _ severity: Finding.Severity, _ code: Finding.Code, message: String, field: FrontMatter.Field
    ) {
      let position = document.position(of: field.key.range.lowerBound)
      findings.append(
        Finding(severity, code, message: message, line: position.line, column: position.column))
    }
    if let field = known[.id], !field.value.isNull {
      if let text = field.value.text {
        let bytes = Array(text.utf8)
        if let problem = bytes.withUnsafeBufferPointer(Self.idProblem) {
          report(.warning, .unusableID, message: "the id \(problem)", field: field)
        }
      } else {
        report(
          .warning, .unusableID,
          message: "\(field.name) is not text, so the note counts as one without an id",
          field: field)
      }
    }
    do throws(CoordinatesError) {
      _ = try document.readCoordinates()
    } catch {
      let field = known[.coordinates] ?? known[.latitude]
      let isSwapped = if case .swapped = error { true } else { false }
      if let field {
        report(
          .warning, isSwapped ? .swappedCoordinates : .unreadableCoordinates,
          message: isSwapped ? "\(error); \(error.hint)" : "\(error)", field: field)
      }
    }
    if let field = known[.temperature], !field.value.isNull,
      field.value.text.flatMap({ Double(number: $0) }) == nil
    {
      let text = field.value.text.map { ": \($0.clipped)" } ?? ""
      report(
        .warning, .unreadableNumber, message: "\(field.name) is not a number\(text)", field: field)
    }
    if let field = known[.category], settings.hasCategories {
      for name in document.names(of: .category).prefix(1)
      where !settings.spells(category: name.utf8) {
        if let spelling = settings.spelling(ofCategory: name) {
          report(
            .info, .categorySpelling,
            message: "the category \(name) is spelled \(spelling) in the settings", field: field)
        } else {
          report(
            .info, .unknownCategory,
            message: "the settings of this vault have no category \(name)", field: field)
        }
      }
    }
    if let field = known[.updated], let updated = metadata.updated,
      document.storesCreated(zone: settings.zone),
      let created = metadata.created, precedes(updated, created)
    {
      report(
        .info, .updatedBeforeCreated,
        message: "\(field.name) (\(updated.rfc3339)) is before created (\(created.rfc3339))",
        field: field)
    }
    return findings
  }

  /// The spellings of the settings for categories that a note spells otherwise.
  func otherSpellings(in document: NoteDocument) -> [String] {
    guard settings.hasCategories else { return [] }
    return document.names(of: .category).prefix(1).filter { !settings.spells(category: $0.utf8) }
      .compactMap(settings.spelling)
  }

  /// Compares days if one of the times has no clock time.
  private func precedes(_ a: NoteTime, _ b: NoteTime) -> Bool {
    if a.precision == .day || b.precision == .day { return a.dayNumber < b.dayNumber }
    return a.seconds < b.seconds
  }

  /// The reason why an id cannot be used on a command line; printed after "the id".
  private static func idProblem(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    if text.first == UInt8(ascii: "@") {
      return "begins with @, so a command reads it as a number of the last list"
    }
    if text.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      return "contains a control character, so it cannot be typed"
    }
    if let first = text.first, let last = text.last, first.isBlank || last.isBlank {
      return "begins or ends with a blank, which is easily lost"
    }
    return nil
  }
}
