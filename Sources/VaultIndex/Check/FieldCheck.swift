internal import VaultFormat

/// What is odd about the keys of a note beyond what `NoteMetadata` reports.
struct FieldCheck {
  private let settings: CheckSettings

  init(_ settings: CheckSettings) {
    self.settings = settings
  }

  // MARK: - The short way

  /// True where a key may deserve a finding, here or of `NoteMetadata`; false only where none does.
  ///
  /// Looks at the fields as `head` found them and allocates nothing for nearly every note.
  func isOdd(
    _ head: NoteHead, _ plain: PlainFrontMatter, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if head.layout.frontMatter == nil { return false }
    if let updated = head.updated, let created = head.created, precedes(updated, created) {
      return true
    }
    for field in plain.fields {
      guard let key = field.known?.key else { continue }
      if isOdd(key, field, UnsafeBufferPointer(rebasing: bytes[field.text])) { return true }
    }
    return head.order == nil && plain.fields.contains { bytes[$0.key].elementsEqual("order".utf8) }
  }

  private func isOdd(
    _ key: KnownKey, _ field: PlainFrontMatter.Field, _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if case .empty = field.shape { return false }
    var isScalar = false
    if case .scalar = field.shape { isScalar = true }
    switch key {
    case .created, .updated, .date:
      return !isScalar || NoteTime(parsing: text, zone: settings.zone) == nil
    case .pinned: return !isScalar || LenientBool(text) == nil
    case .id: return !isScalar || Self.idProblem(text) != nil
    case .category: return !isScalar || !settings.knows(category: text)
    default: return false
    }
  }

  // MARK: - The long way

  /// The findings, through the document.
  func findings(in document: NoteDocument, _ metadata: NoteMetadata) -> [Finding] {
    guard let known = document.frontMatter?.knownFields else { return [] }
    var findings: [Finding] = []
    func report(
      _ severity: Finding.Severity, _ code: Finding.Code, _ message: String,
      _ field: FrontMatter.Field
    ) {
      let place = document.position(of: field.key.range.lowerBound)
      findings.append(Finding(severity, code, message, line: place.line, column: place.column))
    }
    if let field = known[.id], !field.value.isNull {
      if let text = field.value.text {
        let bytes = Array(text.utf8)
        if let problem = bytes.withUnsafeBufferPointer(Self.idProblem) {
          report(.warning, .unusableID, "the id \(problem)", field)
        }
      } else {
        report(
          .warning, .unusableID,
          "\(field.name) is not a text, so the note counts as one without id", field)
      }
    }
    if let field = known[.category], let text = field.value.text, !text.isEmpty,
      !settings.knows(category: text.utf8)
    {
      report(.info, .unknownCategory, "the settings of this vault name no category \(text)", field)
    }
    if let field = known[.updated], let updated = metadata.updated,
      document.storesCreated(zone: settings.zone),
      let created = metadata.created, precedes(updated, created)
    {
      report(
        .info, .updatedBeforeCreated,
        "\(field.name) (\(updated.rfc3339)) is before the note was made (\(created.rfc3339))", field
      )
    }
    return findings
  }

  /// Days are compared where either is no more than a day.
  private func precedes(_ a: NoteTime, _ b: NoteTime) -> Bool {
    if a.precision == .day || b.precision == .day { return a.dayNumber < b.dayNumber }
    return a.seconds < b.seconds
  }

  /// Why an id cannot be named on a command line; reads after "the id".
  private static func idProblem(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    if text.first == UInt8(ascii: "@") {
      return "begins with @, so a command takes it for a number of the last list"
    }
    if text.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      return "holds a control character, so nobody can type it"
    }
    if let first = text.first, let last = text.last, first.isBlank || last.isBlank {
      return "begins or ends with a blank, which is easily lost"
    }
    return nil
  }
}
