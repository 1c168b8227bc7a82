/// A key that tl knows, and the names that other tools use for it.
///
/// docs/vault-format.md, part K. If a file has several names of one key, the first of the list counts.
package enum KnownKey: Int, Sendable, CaseIterable {
  case id, created, updated, pinned, tags, title, aliases, date, order, category
  case place, locality, coordinates, latitude, longitude, weather, temperature
  case publish, anonymous, favorite, author, people, circles, milestone, celebrated, prompt
  case openAfter, tracker, value, kind, conflictOf, conflictFrom, slug

  /// The names of the key, tl's own first.
  package var names: [String] {
    switch self {
    case .id: ["id", "uuid", "uid", "identifier"]
    case .created: ["created", "created_at", "createdAt"]
    case .updated: ["updated", "modified", "lastmod", "updated_at", "updatedAt", "lastModified"]
    case .pinned: ["pinned", "pin"]
    case .tags: ["tags", "tag", "keywords"]
    case .aliases: ["aliases", "alias"]
    case .category: ["category", "categories"]
    case .place: ["place", "location", "loc"]
    case .locality: ["locality", "city"]
    case .latitude: ["latitude", "lat"]
    case .longitude: ["longitude", "lon", "lng", "long"]
    case .favorite: ["favorite", "favourite", "starred"]
    case .people: ["people", "persons"]
    case .openAfter: ["open_after"]
    case .kind: ["tl"]
    case .conflictOf: ["conflict_of"]
    case .conflictFrom: ["conflict_from"]
    default: ["\(self)"]
    }
  }

  /// tl's own name.
  package var name: String { names.first ?? "" }

  /// The type of the values of a key.
  package enum ValueType: Sendable {
    case identity, time, boolean, tags, list, number, coordinates, text
  }

  package var valueType: ValueType {
    switch self {
    case .id: .identity
    case .created, .updated, .date, .celebrated, .openAfter: .time
    case .pinned, .publish, .anonymous, .favorite: .boolean
    case .tags: .tags
    case .aliases, .people, .circles, .tracker: .list
    case .order, .latitude, .longitude, .temperature, .value: .number
    case .coordinates: .coordinates
    case .title, .category, .place, .locality, .weather, .author, .milestone, .prompt, .kind,
      .conflictOf, .conflictFrom, .slug:
      .text
    }
  }

  /// A key, and the rank of a name among its names (0 is tl's own).
  package typealias Named = (key: KnownKey, rank: Int)

  package static func named(_ name: String) -> Named? {
    var name = name
    return name.withUTF8 { named(in: $0, $0.indices) }
  }

  /// The key of the name in `bytes` at `range`; does not allocate.
  package static func named(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Named? {
    guard let packed = PackedName(in: bytes, range) else { return nil }
    var slot = packed.slot
    while let entry = slots[slot] {
      if entry.packed == packed { return entry.named }
      slot = (slot + 1) % slotCount
    }
    return nil
  }

  private static let table: [(name: String, named: Named)] = allCases.flatMap { key in
    key.names.enumerated().map { ($0.element, (key, $0.offset)) }
  }

  /// A hash table of the names with linear probing.
  private static let slots: [(packed: PackedName, named: Named)?] = {
    var slots = [(packed: PackedName, named: Named)?](repeating: nil, count: slotCount)
    for entry in table {
      let name = Array(entry.name.utf8)
      let read = name.withUnsafeBufferPointer { PackedName(in: $0, name.indices) }
      guard let packed = read else { continue }
      var slot = packed.slot
      while slots[slot] != nil { slot = (slot + 1) % slotCount }
      slots[slot] = (packed, entry.named)
    }
    return slots
  }()
}

// MARK: - Misspellings

extension KnownKey {
  /// The known name that `name` is probably a misspelling of: one that differs only in case, `-` or `_`, or by one
  /// edit.
  ///
  /// Nil if `name` is known, or is not similar to a known name. A replaced letter counts only in names of six letters
  /// or more: shorter words, such as `rate`, often resemble a known name by chance.
  package static func suggestion(for name: String) -> String? {
    guard name.utf8.count <= longestName, named(name) == nil else { return nil }
    let plain = plain(name)
    let names = allCases.flatMap(\.names)
    return names.first { Self.plain($0) == plain }
      ?? names.first { $0.utf8.count > 3 && isOneEdit(plain, Self.plain($0)) }
  }

  /// Well above the length of any known name; keeps comparisons cheap for any input.
  private static let longestName = 32

  private static func plain(_ name: String) -> [Character] {
    name.lowercased().filter { $0 != "-" && $0 != "_" }.map { $0 }
  }

  /// Whether two names differ by an inserted, removed or replaced letter, or by two swapped letters.
  private static func isOneEdit(_ a: [Character], _ b: [Character]) -> Bool {
    let start = zip(a, b).prefix { $0 == $1 }.count
    let (restOfA, restOfB) = (a[start...], b[start...])
    switch a.count - b.count {
    case 1: return restOfA.dropFirst() == restOfB
    case -1: return restOfA == restOfB.dropFirst()
    case 0:
      guard restOfA.count > 0 else { return true }
      if restOfA.dropFirst() == restOfB.dropFirst() { return b.count >= 6 }
      let isSwapped = restOfA.prefix(2).elementsEqual(restOfB.prefix(2).reversed())
      return isSwapped && restOfA.dropFirst(2) == restOfB.dropFirst(2)
    default: return false
    }
  }
}

/// More than twice the number of names.
private let slotCount = 256

/// A name of at most sixteen bytes as two integers, compared in two instructions.
private struct PackedName: Equatable {
  private let low: UInt64
  private let high: UInt64

  /// Nil for an empty or longer name.
  ///
  /// Pads with NUL, which no name contains.
  @inline(__always)
  init?(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    guard (1...16).contains(range.count) else { return nil }
    let middle = min(range.lowerBound &+ 8, range.upperBound)
    low = bytes.word(range.lowerBound..<middle)
    high = bytes.word(middle..<range.upperBound)
  }

  /// The first slot to probe, in a table of `slotCount` slots.
  var slot: Int {
    Int(truncatingIfNeeded: ((low ^ high &* 31) &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }
}
