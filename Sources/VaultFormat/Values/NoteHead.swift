/// The known keys of a note, read from raw bytes for a scan of many notes: ranges instead of text,
/// no findings, nothing allocated.
///
/// Says the same as `NoteMetadata` wherever the front matter is of the plain subset; elsewhere
/// `isPlain` is false and `NoteMetadata` has to be asked.
package struct NoteHead {
  package let layout: DocumentLayout
  /// False: there is front matter that needs libyaml.
  ///
  /// Nothing below is filled in then.
  package private(set) var isPlain = true
  package private(set) var id: Range<Int>?
  /// `created`, else `date`.
  package private(set) var created: NoteTime?
  package private(set) var updated: NoteTime?
  package private(set) var date: NoteTime?
  package private(set) var isPinned = false
  /// The text of the key `title`.
  package private(set) var title: Range<Int>?
  package private(set) var order: Double?
  /// The field that holds the tags, in `PlainFrontMatter.fields`.
  package private(set) var tagsField: Int?

  /// Reads the front matter at the start of `bytes`; `plain` keeps its fields until it is used
  /// again.
  package init(
    of bytes: UnsafeBufferPointer<UInt8>, plain: inout PlainFrontMatter, zone: TimeZoneRules
  ) {
    layout = DocumentLayout(of: bytes)
    guard let range = layout.frontMatter else { return }
    guard plain.scan(bytes, in: range) else {
      isPlain = false
      return
    }
    var known = KnownFields()
    for (index, field) in plain.fields.enumerated() {
      known.note(UnsafeBufferPointer(rebasing: bytes[field.key]), at: index)
    }
    func text(_ key: KnownKey) -> Range<Int>? {
      guard let index = known[key], case .scalar = plain.fields[index].shape else { return nil }
      let range = plain.fields[index].text
      return range.isEmpty ? nil : range
    }
    func time(_ key: KnownKey) -> NoteTime? {
      text(key).flatMap {
        NoteTime(parsing: UnsafeBufferPointer(rebasing: bytes[$0]), zone: zone)
      }
    }
    id = text(.id)
    date = time(.date)
    created = time(.created) ?? date
    // A note that nobody has edited says the same twice.
    if let own = text(.created), let other = text(.updated), bytes.areEqual(own, other) {
      updated = created
    } else {
      updated = time(.updated)
    }
    title = text(.title).flatMap { bytes[$0].allSatisfy(\.isBlank) ? nil : $0 }
    isPinned =
      text(.pinned).flatMap { LenientBool(UnsafeBufferPointer(rebasing: bytes[$0])) }?.value
      ?? false
    order = text(.order).flatMap {
      CoreSchema.number(String(decoding: bytes[$0], as: UTF8.self))
    }
    tagsField = known[.tags]
  }
}

/// For each known key the index of the field that carries it, without a dictionary.
private struct KnownFields {
  private var indices = InlineTable(repeating: -1)
  private var ranks = InlineTable(repeating: 0)
  private typealias InlineTable = SIMD32<Int16>

  mutating func note(_ name: UnsafeBufferPointer<UInt8>, at index: Int) {
    guard let (key, rank) = KnownKey.named(name) else { return }
    let slot = key.rawValue
    if indices[slot] >= 0, Int(ranks[slot]) < rank { return }
    indices[slot] = Int16(truncatingIfNeeded: index)
    ranks[slot] = Int16(truncatingIfNeeded: rank)
  }

  subscript(key: KnownKey) -> Int? {
    let index = indices[key.rawValue]
    return index < 0 ? nil : Int(index)
  }
}
