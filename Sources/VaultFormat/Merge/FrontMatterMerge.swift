/// Merges the front matter of three versions of a note key by key (docs/vault-format.md, part M).
struct FrontMatterMerge {
  /// Lines of the merged front matter.
  enum Piece {
    case lines([UInt8])
    /// A field of which only one version can be kept; a version without the field is nil.
    case conflict(ThreeWay<FrontMatterLines.Entry?>, result: [UInt8])
  }

  private(set) var pieces: [Piece] = []
  private(set) var decisions: [NoteMerge.Decision] = []
  /// The fields that a YAML reader must find in the merged front matter, in order.
  private(set) var expected: [(name: String, value: YAMLValue)] = []

  /// The merged lines.
  var bytes: [UInt8] {
    pieces.flatMap { piece in
      switch piece {
      case .lines(let bytes), .conflict(_, result: let bytes): bytes
      }
    }
  }

  /// The versions of each field in conflict.
  var conflicts: [ThreeWay<FrontMatterLines.Entry?>] {
    pieces.compactMap { if case .conflict(let versions, _) = $0 { versions } else { nil } }
  }

  var isConflict: Bool { !conflicts.isEmpty }

  /// Nil if the front matter of one version cannot be split into lines of fields (`FrontMatterLines`).
  init?(
    _ documents: ThreeWay<NoteDocument>, _ precedence: MergePrecedence, table: FieldRule.Table,
    zone: TimeZoneRules
  ) {
    guard let base = FrontMatterLines(of: documents.base),
      let left = FrontMatterLines(of: documents.left),
      let right = FrontMatterLines(of: documents.right)
    else { return nil }
    let numbered = NumberedFields(
      ThreeWay(base: base, left: left, right: right), knowsKeys: table == .note,
      kind: PageKind(ofSides: documents))
    let merges = numbered.fields.map { field in
      field.map {
        FieldMerge(
          identity: $0.identity, versions: $0.versions, documents: documents,
          precedence: precedence, table: table, zone: zone)
      }
    }
    let place = merges.compactMap { $0 }.filter { $0.identity.isOfPlace }
    let movesPlace = MergeSide.both.allSatisfy { side in place.contains { $0.isChanged(on: side) } }
    let outcomes = merges.map { merge in
      merge.map { movesPlace && $0.identity.isOfPlace ? $0.laterOutcome() : $0.outcome() }
    }
    let order = ElementOrder.merged(
      numbered.sequences, names: numbered.fields.map { $0?.identity.name },
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
    _ outcome: FieldMerge.Outcome, _ versions: ThreeWay<FrontMatterLines.Entry?>
  ) {
    let bytes = outcome.entry?.bytes ?? []
    pieces.append(outcome.isConflict ? .conflict(versions, result: bytes) : .lines(bytes))
    guard let entry = outcome.entry else { return }
    expected.append((entry.name, entry.node.value))
    if let (winner, reason) = outcome.decision {
      decisions.append(NoteMerge.Decision(key: entry.name, winner: winner, reason: reason))
    }
    decisions += outcome.innerDecisions.map {
      NoteMerge.Decision(key: "\(entry.name).\($0.key)", winner: $0.winner, reason: $0.reason)
    }
  }

  /// Whether the front matter has exactly the expected fields.
  func matches(_ frontMatter: FrontMatter?) -> Bool {
    guard let frontMatter else { return expected.isEmpty }
    return frontMatter.problem == nil && frontMatter.fields.count == expected.count
      && zip(frontMatter.fields, expected).allSatisfy { field, expected in
        field.isNamed(expected.name) && field.value.value == expected.value
      }
  }
}

/// Numbers the fields and lines of three versions: the same key, or the same line, has the same number.
private struct NumberedFields {
  private(set) var sequences = ThreeWay<[Int]>(base: [], left: [], right: [])
  /// The field of each number; nil for a line.
  private(set) var fields:
    [(identity: FieldIdentity, versions: ThreeWay<FrontMatterLines.Entry?>)?] = []
  /// The line of each number; empty for a field.
  private(set) var lines: [[UInt8]] = []

  private var fieldNumbers: [FieldIdentity: Int] = [:]
  private var lineNumbers: [[UInt8]: Int] = [:]
  /// Known keys that no version has under two names.
  private let known: Set<KnownKey>

  /// The kind of page that both sides are.
  private let kind: PageKind?

  init(_ versions: ThreeWay<FrontMatterLines>, knowsKeys: Bool, kind: PageKind?) {
    self.kind = knowsKeys ? kind : nil
    var known = Set(knowsKeys ? KnownKey.allCases : [])
    for side in [nil, MergeSide.left, .right] {
      var seen: Set<KnownKey> = []
      for entry in versions[side].entries {
        guard let key = KnownKey.named(entry.name)?.key else { continue }
        if !seen.insert(key).inserted { known.remove(key) }
      }
    }
    self.known = known
    for side in [nil, MergeSide.left, .right] {
      sequences[side] = numbers(of: versions[side], on: side)
    }
  }

  private func identity(_ name: String) -> FieldIdentity {
    if let key = KnownKey.named(name)?.key, known.contains(key) { return .known(key) }
    if let kind, let key = PageKey.named(name, in: kind), key.name.utf8.elementsEqual(name.utf8) {
      return .page(key)
    }
    return .named(Array(name.utf8))
  }

  private mutating func numbers(of version: FrontMatterLines, on side: MergeSide?) -> [Int] {
    version.parts.map { part in
      switch part {
      case .line(let slice):
        let line = Array(slice)
        return lineNumbers[line] ?? addLine(line)
      case .field(let index):
        let entry = version.entries[index]
        let identity = identity(entry.name)
        let number = fieldNumbers[identity] ?? addField(identity)
        fields[number]?.versions[side] = entry
        return number
      }
    }
  }

  private mutating func addLine(_ line: [UInt8]) -> Int {
    lineNumbers[line] = fields.count
    fields.append(nil)
    lines.append(line)
    return fields.count - 1
  }

  private mutating func addField(_ identity: FieldIdentity) -> Int {
    fieldNumbers[identity] = fields.count
    fields.append((identity, ThreeWay(base: nil, left: nil, right: nil)))
    lines.append([])
    return fields.count - 1
  }
}

extension PageKind {
  /// The kind that both sides are; nil if they differ.
  fileprivate init?(ofSides documents: ThreeWay<NoteDocument>) {
    guard let kind = PageKind(of: documents.left), kind == PageKind(of: documents.right) else {
      return nil
    }
    self = kind
  }
}
