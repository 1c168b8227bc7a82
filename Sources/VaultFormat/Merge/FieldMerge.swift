/// Merges one key of front matter in the three versions of a note.
struct FieldMerge {
  typealias Entry = FrontMatterLines.Entry

  struct Outcome {
    /// Nil if the key is removed.
    var entry: Entry?
    /// A choice between the two sides, to be reported.
    var decision: (winner: MergeSide, reason: NoteMerge.Decision.Reason)?
    /// The choices inside of a map, by the keys there.
    var innerDecisions: [NoteMerge.Decision] = []
    /// `entry` lacks something of the side that is not the later one.
    var isConflict = false
  }

  let identity: FieldIdentity
  /// The field in each version; nil if the version does not have the key.
  let versions: ThreeWay<Entry?>
  /// The documents of the versions.
  let documents: ThreeWay<NoteDocument>
  let precedence: MergePrecedence
  let table: FieldRule.Table
  let zone: TimeZoneRules

  /// Linear in the length of the documents.
  func outcome() -> Outcome {
    if identity == .known(.id), table == .note { return keepingComments(mergedIdentity()) }
    if let side = settlingSide { return Outcome(entry: versions[side]) }
    return keepingComments(mergedValue())
  }

  /// The version of the later side, if it has the field.
  func laterOutcome() -> Outcome {
    let values = versions.map(value(of:))
    if values.left == values.right || settlingSide == later { return outcome() }
    return keepingComments(Outcome(entry: versions[later], decision: (later, .later)))
  }

  /// Whether a side changed the value.
  func isChanged(on side: MergeSide) -> Bool { versions.map(value(of:)).isChanged(on: side) }

  /// The side whose lines of the field the merge takes; nil if the sides changed them differently.
  private var settlingSide: MergeSide? { versions.map { $0?.bytes }.settlingSide }

  private func mergedValue() -> Outcome {
    let values = versions.map(value(of:))
    if values.left == values.right {
      // An absent key wins over an empty one.
      let isAbsent = versions.left == nil || versions.right == nil
      return Outcome(entry: isAbsent ? nil : versions[precedence.first])
    }
    if let side = values.settlingSide { return Outcome(entry: versions[side]) }
    guard let left = versions.left, let right = versions.right, values.left != nil,
      values.right != nil
    else { return survivor(values) }
    let rule = FieldRule(for: identity, values: [left.node, right.node], in: table, zone: zone)
    return outcome(by: rule, left: left, right: right)
  }

  /// The value of a field; nil if it is absent or null.
  ///
  /// A scalar of a known key is read as text, quoted or not (rule K-3).
  private func value(of entry: Entry?) -> YAMLValue? {
    guard let node = entry?.node, !node.isNull else { return nil }
    guard table == .note, case .known(let key) = identity, let text = node.text else {
      return node.value
    }
    let truth = key.valueType == .boolean ? Bool(lenient: text) : nil
    return truth.map { .bool($0) } ?? .string(text)
  }

  /// The outcome if one side removed or emptied the key and the other changed it.
  private func survivor(_ values: ThreeWay<YAMLValue?>) -> Outcome {
    if isSet, let outcome = mergedSet() { return outcome }
    let side: MergeSide = values.left == nil ? .right : .left
    return Outcome(entry: versions[side], decision: (side, .changeSurvives))
  }

  private func outcome(by rule: FieldRule, left: Entry, right: Entry) -> Outcome {
    switch rule {
    case .laterTime: return Outcome(entry: versions[laterTime(left, right)])
    case .earlierTime: return Outcome(entry: versions[laterTime(left, right).other])
    case .greatest: return Outcome(entry: versions[greatest(left, right)])
    case .cautious:
      let isTrue = left.node.text.flatMap { Bool(lenient: $0) } ?? false
      return Outcome(entry: isTrue == (identity == .known(.anonymous)) ? left : right)
    case .set: return mergedSet() ?? mergedLines()
    case .map: return mergedMap() ?? decided
    case .later: return decided
    case .lines: return mergedLines()
    }
  }

  private var decided: Outcome {
    Outcome(entry: versions[later], decision: (later, .later))
  }

  private var later: MergeSide { precedence.later }

  /// Sets the spelling of the key in the outcome, and makes it a conflict if a comment would be lost.
  private func keepingComments(_ outcome: Outcome) -> Outcome {
    var outcome = outcome
    outcome.entry = outcome.entry.map { $0.named(like: naming ?? $0) }
    guard !outcome.isConflict else { return outcome }
    let comments = versions.map { Set($0?.comments ?? []) }
    let kept = Set(outcome.entry?.comments ?? [])
    for side in [later, later.other] {
      // The other side may have removed it.
      let removed = comments.base.subtracting(comments[side.other])
      guard !kept.union(removed).isSuperset(of: comments[side]) else { continue }
      outcome.isConflict = true
      // Only the file of the other side is kept as a copy. The id never changes.
      if side == later, identity != .known(.id) { outcome.entry = versions[later] }
      return outcome
    }
    return outcome
  }

  /// The entry whose spelling of the key is used in the result.
  private var naming: Entry? {
    let names = versions.map { $0.map { Array($0.name.utf8) } }
    if let side = names.settlingSide, let entry = versions[side] { return entry }
    let entries = [versions.left, versions.right].compactMap { $0 }
    func rank(_ entry: Entry) -> Int { KnownKey.named(entry.name)?.rank ?? 0 }
    return entries.min { rank($0) < rank($1) }
  }
}

// MARK: - Known keys

extension FieldMerge {
  private func mergedIdentity() -> Outcome {
    let texts = versions.map { $0.flatMap { $0.node.isNull ? nil : $0.node.text } }
    if let base = texts.base {
      if texts.left == nil, texts.right == nil { return Outcome(entry: versions[precedence.first]) }
      if let left = texts.left, let right = texts.right, Self.areEqual(left, right) {
        return Outcome(entry: versions[settlingSide ?? precedence.first])
      }
      for side in [precedence.first, precedence.first.other] {
        if let text = texts[side], Self.areEqual(text, base) {
          return Outcome(entry: versions[side])
        }
      }
      return Outcome(entry: versions.base)
    }
    guard let left = texts.left.flatMap(NoteID.init), let right = texts.right.flatMap(NoteID.init)
    else {
      let side: MergeSide =
        texts.left == nil ? (texts.right == nil ? precedence.first : .right) : .left
      return Outcome(entry: versions[side])
    }
    if left == right { return Outcome(entry: versions[settlingSide ?? precedence.first]) }
    let side: MergeSide = left < right ? .left : .right
    return Outcome(entry: versions[side], decision: (side, .smallerID))
  }

  private static func areEqual(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

  /// The side with the later time; a value that is not a time counts as earliest, a tie goes to the greater bytes.
  private func laterTime(_ left: Entry, _ right: Entry) -> MergeSide {
    func seconds(_ entry: Entry) -> Int64 {
      entry.node.text.flatMap { NoteTime($0, zone: zone) }?.seconds ?? .min
    }
    let (ours, theirs) = (seconds(left), seconds(right))
    if ours != theirs { return ours > theirs ? .left : .right }
    return left.bytes.lexicographicallyPrecedes(right.bytes) ? .right : .left
  }

  private func greatest(_ left: Entry, _ right: Entry) -> MergeSide {
    func number(_ entry: Entry) -> Double {
      entry.node.text.flatMap(CoreSchema.number) ?? -.infinity
    }
    let (ours, theirs) = (number(left), number(right))
    return ours == theirs ? precedence.first : ours > theirs ? .left : .right
  }
}

// MARK: - Lines

extension FieldMerge {
  private func mergedLines() -> Outcome {
    let lines = LineMerge(
      base: versions.base?.bytes ?? [], left: versions.left?.bytes ?? [],
      right: versions.right?.bytes ?? [])
    guard let merged = lines.merged, let entry = Self.entry(of: merged, like: naming)
    else { return Outcome(entry: versions[later], isConflict: true) }
    return Outcome(entry: entry)
  }

  /// Parses lines as one field with the name of `other`; nil if they are anything else.
  static func entry(of lines: [UInt8], like other: Entry?) -> Entry? {
    guard let sheet = FrontMatterLines(of: MapField.document(lines)),
      let entry = sheet.entries.first, let other, sheet.parts.count == 1,
      areEqual(entry.name, other.name), entry.bytes == lines
    else { return nil }
    return entry
  }

  private func mergedMap() -> Outcome? {
    let parts = versions.map { $0.flatMap(MapField.init) }
    guard let left = parts.left, let right = parts.right else { return nil }
    let inner = ThreeWay(
      base: parts.base?.document ?? NoteDocument([]), left: left.document, right: right.document)
    guard let fields = FrontMatterMerge(inner, precedence, table: .setting, zone: zone),
      fields.matches(MapField.document(fields.bytes).frontMatter)
    else { return nil }
    let header = ThreeWay(base: parts.base?.header ?? [], left: left.header, right: right.header)
      .settled(orOf: precedence.first)
    guard let entry = Self.entry(of: header + fields.bytes, like: naming) else { return nil }
    return Outcome(
      entry: entry, innerDecisions: fields.decisions, isConflict: fields.isConflict)
  }
}

/// A field whose value is a map on its own lines: the line of its key, and the map as front matter.
private struct MapField {
  let header: [UInt8]
  let document: NoteDocument

  init?(_ entry: FrontMatterLines.Entry) {
    guard case .mapping(_, .block) = entry.node.content,
      let feed = entry.bytes.firstIndex(of: UInt8(ascii: "\n")),
      entry.node.range.lowerBound - entry.start > feed
    else { return nil }
    header = Array(entry.bytes[...feed])
    document = Self.document(entry.bytes[(feed + 1)...])
  }

  /// A document with the lines as front matter.
  static func document(_ lines: some Sequence<UInt8>) -> NoteDocument {
    NoteDocument(Array("---\n".utf8) + lines + Array("---\n".utf8))
  }
}
