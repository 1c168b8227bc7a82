import Foundation
import VaultFormat
import VaultStore

@testable import VaultIndex

/// Filters and sorts a `ReferenceIndex` by what the words of the specification say.
extension ReferenceIndex {
  func notes(
    _ query: NoteQuery, _ order: TimelineOrder, offset: Int, limit: Int?
  ) throws -> [Note] {
    let pattern = try query.pattern.map {
      try NSRegularExpression(
        pattern: $0,
        options: query.folding.ignoresCase
          ? [.anchorsMatchLines, .caseInsensitive] : .anchorsMatchLines)
    }
    let found = notes.filter { note in
      (query.files?.contains(note.metadata.kind) ?? true)
        && hasTexts(note, query) && hasTags(note, query) && hasTimes(note, query)
        && (query.isPinned ?? note.isPinned) == note.isPinned && hasMedia(note, query)
        && query.properties.allSatisfy { holds($0, note, query.folding) }
        && (pattern.map { matches($0, note) } ?? true)
    }
    let sorted = found.sorted { precedes($0, $1, order) }
    let rest = sorted.dropFirst(max(0, offset))
    return Array(limit.map { rest.prefix(max(0, $0)) } ?? rest)
  }

  // MARK: - Conditions

  private func hasTexts(_ note: Note, _ query: NoteQuery) -> Bool {
    let reference = ReferenceSearch(options: query.folding)
    let places =
      [Array(note.document.body), Array(note.title.utf8), Array(note.searchedName.utf8)]
      + note.metadata.aliases.map { Array($0.utf8) }
    let paragraphs = Self.paragraphs(of: Array(note.document.body))
    func has(_ text: String) -> Bool {
      if text.contains(" "), reference.contains(paragraphs, text) { return true }
      let tag = text.hasPrefix("#") && text != "#" ? String(text.dropFirst()) : text
      return places.contains { reference.contains($0, text) }
        || note.metadata.tags.contains { reference.contains(Array($0.text.utf8), tag) }
    }
    return query.texts.allSatisfy(has) && !query.excludedTexts.contains(where: has)
  }

  /// Each paragraph on a line, with one blank between its words and without the marks of quotes.
  private static func paragraphs(of body: [UInt8]) -> [UInt8] {
    let lines = body.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated().map {
      $0 == 0 ? $1 : $1.drop { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
    }.map { $0.split { $0 <= 0x20 }.joined(separator: [0x20]) }.map { Array($0) }
    return Array(
      lines.split(whereSeparator: \.isEmpty).map { Array($0.joined(separator: [0x20])) }
        .joined(separator: [0x0A]))
  }

  private func hasTags(_ note: Note, _ query: NoteQuery) -> Bool {
    func key(_ tag: Tag) -> String { tag.text.precomposedStringWithCanonicalMapping }
    func has(_ wanted: Tag) -> Bool {
      note.metadata.tags.contains { key($0) == key(wanted) || key($0).hasPrefix(key(wanted) + "/") }
    }
    return query.tags.allSatisfy(has) && !query.excludedTags.contains(where: has)
      && (query.anyTags.isEmpty || query.anyTags.contains(where: has))
  }

  private func hasTimes(_ note: Note, _ query: NoteQuery) -> Bool {
    let time = [.created: note.created, .updated: note.updated, .date: note.date][query.timeKey]!
    func holds(_ condition: NoteQuery.TimeCondition) -> Bool {
      switch condition {
      case .since(let date): date.isOnOrAfterStart(time)
      case .until(let date): date.isBeforeEnd(time)
      case .on(let date): date.isOnOrAfterStart(time) && date.isBeforeEnd(time)
      case .not(let other): !holds(other)
      }
    }
    return query.times.allSatisfy(holds)
  }

  private func hasMedia(_ note: Note, _ query: NoteQuery) -> Bool {
    let kinds = Set(note.media).subtracting([.file])
    let kind: NoteKind =
      kinds.isEmpty ? .text : kinds.count > 1 ? .mixed : NoteKind(rawValue: kinds.first!.rawValue)!
    func isOne(of wanted: Set<NoteKind>) -> Bool {
      wanted.contains(kind) || kinds.contains { wanted.map(\.rawValue).contains($0.rawValue) }
    }
    return (query.kinds.isEmpty || isOne(of: query.kinds)) && !isOne(of: query.excludedKinds)
      && !query.excludedMediaKinds.contains(where: note.media.contains)
      && (query.hasMedia ?? !note.media.isEmpty) == !note.media.isEmpty
      && query.mediaKinds.allSatisfy(note.media.contains)
  }

  private func holds(_ condition: PropertyCondition, _ note: Note, _ folding: FoldingOptions)
    -> Bool
  {
    let names: [[String]] =
      switch condition.key {
      case "place": [["place", "location"], ["locality"]]
      case "tags": [["tags", "tag", "keywords"]]
      default: [[condition.key]]
      }
    let fields = note.document.frontMatter?.fields ?? []
    let nodes = names.compactMap { names in
      names.lazy.compactMap { name in fields.first { $0.name == name } }.first?.value
    }
    let leaves = nodes.flatMap { node -> [YAMLNode] in
      switch node.content {
      case .scalar: [node]
      case .sequence(let items, _): items
      case .mapping(let entries, _): entries.map(\.value)
      }
    }
    let reference = ReferenceSearch(options: folding)
    var plain = condition
    plain.isNegated = false
    if condition.isNegated { return !holds(plain, note, folding) }
    switch condition.comparison {
    case .present: return leaves.contains { $0.value != .null && $0.text != "" }
    case .absent: return !leaves.contains { $0.value != .null && $0.text != "" }
    case .equals(let text):
      return leaves.contains { $0.text.map(reference.fold) == reference.fold(text) }
    case .isOne(let texts):
      return texts.contains { text in
        leaves.contains { leaf in
          let link = leaf.text?.firstMatch(of: /^\[\[(?:.*\/)?([^\/|#]*).*\]\]$/)?.1
          return (link.map(String.init) ?? leaf.text).map(reference.fold) == reference.fold(text)
        }
      }
    case .isTrue: return leaves.contains { ["true", "yes", "1"].contains($0.text?.lowercased()) }
    case .within(let circle):
      return note.document.coordinates.map { $0.distance(to: circle.center) <= circle.kilometers }
        ?? false
    case .opensAfter(let day):
      return leaves.contains { ($0.text ?? "").prefix(10) > day.description }
    case .contains(let text):
      return leaves.contains { leaf in
        leaf.text.map { reference.contains(Array($0.utf8), text) } ?? false
      }
    }
  }

  private func matches(_ pattern: NSRegularExpression, _ note: Note) -> Bool {
    [note.document.bodyText, note.title].contains { text in
      pattern.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
  }

  // MARK: - Order

  private func precedes(_ a: Note, _ b: Note, _ order: TimelineOrder) -> Bool {
    if order.hasPinnedFirst, a.isPinned != b.isPinned { return a.isPinned }
    let comparison =
      switch order.key {
      case .created: compare(b.created.seconds, a.created.seconds)
      case .updated: compare(b.updated.seconds, a.updated.seconds)
      case .date: compare(b.date.seconds, a.date.seconds)
      case .order: compare(a.order, b.order)
      case .title: compare(sortKey(a.title), sortKey(b.title))
      }
    if comparison != 0 { return order.isReversed ? comparison > 0 : comparison < 0 }
    if order.key == .order, a.date.seconds != b.date.seconds {
      return a.date.seconds > b.date.seconds
    }
    return a.path.utf8.lexicographicallyPrecedes(b.path.utf8)
  }

  private func compare<T: Comparable>(_ a: T, _ b: T) -> Int { a < b ? -1 : a > b ? 1 : 0 }

  /// One scalar a character, so that comparing is comparing code points, as it is of UTF-8.
  private func sortKey(_ title: String) -> Bytes {
    Bytes(bytes: Array(ReferenceSearch(options: FoldingOptions()).fold(title).utf8))
  }

  private struct Bytes: Comparable {
    var bytes: [UInt8]
    static func < (a: Bytes, b: Bytes) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
  }
}
