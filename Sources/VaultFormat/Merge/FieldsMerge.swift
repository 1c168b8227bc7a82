/// The front matter of three versions of a note joined key by key (docs/vault-format.md, part M).
struct FieldsMerge {
  /// Lines of the merged front matter.
  enum Piece {
    case lines([UInt8])
    /// A field that both sides changed so that one of them cannot be kept; nil for one that has none.
    case conflict(ThreeWay<FieldSheet.Entry?>, result: [UInt8])
  }

  private(set) var pieces: [Piece] = []
  private(set) var decisions: [NoteMerge.Decision] = []
  /// What a reader has to find in the merged front matter, in its order.
  private(set) var expected: [(name: String, value: YAMLValue)] = []

  /// The merged lines.
  var bytes: [UInt8] {
    pieces.flatMap { piece in
      switch piece {
      case .lines(let bytes), .conflict(_, result: let bytes): bytes
      }
    }
  }

  /// The fields that conflict, as they are in each version.
  var conflicts: [ThreeWay<FieldSheet.Entry?>] {
    pieces.compactMap { if case .conflict(let versions, _) = $0 { versions } else { nil } }
  }

  var isConflict: Bool { !conflicts.isEmpty }

  /// Nil where the front matter of one version is not lines of fields (`FieldSheet`).
  init?(
    _ documents: ThreeWay<NoteDocument>, _ precedence: MergePrecedence, table: FieldRule.Table,
    zone: TimeZoneRules
  ) {
    guard let base = FieldSheet(of: documents.base), let left = FieldSheet(of: documents.left),
      let right = FieldSheet(of: documents.right)
    else { return nil }
    let numbered = NumberedFields(
      ThreeWay(base: base, left: left, right: right), knowsKeys: table == .note)
    let outcomes = numbered.fields.map { field in
      field.map {
        FieldMerge(
          identity: $0.identity, versions: $0.versions, documents: documents,
          precedence: precedence,
          table: table, zone: zone
        ).outcome()
      }
    }
    let order = ElementOrder.merged(
      numbered.sequences, names: numbered.names,
      stays: outcomes.map { $0?.entry != nil || $0?.isConflict ?? false }, first: precedence.first)
    for number in order {
      if let outcome = outcomes[number], let field = numbered.fields[number] {
        add(outcome, field.versions)
      } else {
        pieces.append(.lines(numbered.lines[number]))
      }
    }
  }

  private mutating func add(
    _ outcome: FieldMerge.Outcome, _ versions: ThreeWay<FieldSheet.Entry?>
  ) {
    let bytes = outcome.entry?.bytes ?? []
    pieces.append(outcome.isConflict ? .conflict(versions, result: bytes) : .lines(bytes))
    guard let entry = outcome.entry else { return }
    expected.append((entry.name, entry.value))
    if let (winner, reason) = outcome.decision {
      decisions.append(NoteMerge.Decision(key: entry.name, winner: winner, reason: reason))
    }
  }

  /// Whether a reader finds in a file what this says.
  func isFound(in frontMatter: FrontMatter?) -> Bool {
    guard let frontMatter else { return expected.isEmpty }
    return frontMatter.problem == nil && frontMatter.fields.count == expected.count
      && zip(frontMatter.fields, expected).allSatisfy { field, expected in
        field.isNamed(expected.name) && field.value.value == expected.value
      }
  }
}

/// The fields and lines of three sheets as numbers: one for each key, one for equal lines.
private struct NumberedFields {
  struct Field {
    var identity: FieldIdentity
    var versions: ThreeWay<FieldSheet.Entry?>
  }

  private(set) var sequences = ThreeWay<[Int]>(base: [], left: [], right: [])
  /// For each number the field; nil for a line.
  private(set) var fields: [Field?] = []
  /// For each number the name of the field.
  private(set) var names: [[UInt8]?] = []
  /// For each number the line; empty for a field.
  private(set) var lines: [[UInt8]] = []

  private var fieldNumbers: [FieldIdentity: Int] = [:]
  private var lineNumbers: [[UInt8]: Int] = [:]
  /// Keys that tl knows, and that no version has under two names.
  private let known: Set<KnownKey>

  init(_ sheets: ThreeWay<FieldSheet>, knowsKeys: Bool) {
    var known = Set(knowsKeys ? KnownKey.allCases : [])
    for sheet in [sheets.base, sheets.left, sheets.right] {
      var seen: Set<KnownKey> = []
      for entry in sheet.entries {
        guard let key = KnownKey.named(entry.name)?.key else { continue }
        if !seen.insert(key).inserted { known.remove(key) }
      }
    }
    self.known = known
    sequences.base = numbers(of: sheets.base) { $0.base = $1 }
    sequences.left = numbers(of: sheets.left) { $0.left = $1 }
    sequences.right = numbers(of: sheets.right) { $0.right = $1 }
  }

  private func identity(_ name: String) -> FieldIdentity {
    guard let key = KnownKey.named(name)?.key, known.contains(key) else {
      return .named(Array(name.utf8))
    }
    return .known(key)
  }

  private mutating func numbers(
    of sheet: FieldSheet,
    _ set: (inout ThreeWay<FieldSheet.Entry?>, FieldSheet.Entry) -> Void
  ) -> [Int] {
    var numbers: [Int] = []
    for part in sheet.parts {
      switch part {
      case .line(let slice):
        let line = Array(slice)
        let number = lineNumbers[line] ?? addLine(line)
        numbers.append(number)
      case .field(let index):
        let entry = sheet.entries[index]
        let identity = identity(entry.name)
        let number = fieldNumbers[identity] ?? addField(identity, entry.name)
        if var field = fields[number] {
          set(&field.versions, entry)
          fields[number] = field
        }
        numbers.append(number)
      }
    }
    return numbers
  }

  private mutating func addLine(_ line: [UInt8]) -> Int {
    lineNumbers[line] = fields.count
    fields.append(nil)
    names.append(nil)
    lines.append(line)
    return fields.count - 1
  }

  private mutating func addField(_ identity: FieldIdentity, _ name: String) -> Int {
    fieldNumbers[identity] = fields.count
    fields.append(
      Field(identity: identity, versions: ThreeWay(base: nil, left: nil, right: nil)))
    // Whichever name a version gives a key that tl knows, it sorts by one.
    if case .known(let key) = identity {
      names.append(Array(key.name.utf8))
    } else {
      names.append(Array(name.utf8))
    }
    lines.append([])
    return fields.count - 1
  }
}
