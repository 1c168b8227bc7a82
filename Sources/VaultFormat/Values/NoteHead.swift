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
    for index in plain.fields.indices {
      guard let key = plain.fields[index].known else { continue }
      known.note(key, at: index)
    }
    func text(_ carrier: KnownFields.Carrier) -> Range<Int>? {
      guard let index = carrier.index, case .scalar = plain.fields[index].shape else { return nil }
      let range = plain.fields[index].text
      return range.isEmpty ? nil : range
    }
    func time(_ text: Range<Int>?) -> NoteTime? {
      text.flatMap { NoteTime(parsing: UnsafeBufferPointer(rebasing: bytes[$0]), zone: zone) }
    }
    id = text(known.id)
    date = time(text(known.date))
    let (ownCreated, ownUpdated) = (text(known.created), text(known.updated))
    created = time(ownCreated) ?? date
    // A note that nobody has edited says the same twice.
    if let ownCreated, let ownUpdated, bytes.areEqual(ownCreated, ownUpdated) {
      updated = created
    } else {
      updated = time(ownUpdated)
    }
    title = text(known.title).flatMap { bytes[$0].allSatisfy(\.isBlank) ? nil : $0 }
    isPinned =
      text(known.pinned).flatMap { LenientBool(UnsafeBufferPointer(rebasing: bytes[$0])) }?.value
      ?? false
    order = text(known.order).flatMap {
      CoreSchema.number(String(decoding: bytes[$0], as: UTF8.self))
    }
    tagsField = known.tags.index
  }
}

/// Which fields carry the keys that a scan asks for.
private struct KnownFields {
  /// The field of one key; of several names of the key the one of the lowest rank counts.
  struct Carrier {
    private(set) var index: Int?
    private var rank = 0

    mutating func offer(_ index: Int, rank: Int) {
      if self.index != nil, self.rank < rank { return }
      (self.index, self.rank) = (index, rank)
    }
  }

  private(set) var id = Carrier()
  private(set) var created = Carrier()
  private(set) var updated = Carrier()
  private(set) var date = Carrier()
  private(set) var title = Carrier()
  private(set) var pinned = Carrier()
  private(set) var order = Carrier()
  private(set) var tags = Carrier()

  mutating func note(_ key: KnownKey.Named, at index: Int) {
    switch key.key {
    case .id: id.offer(index, rank: key.rank)
    case .created: created.offer(index, rank: key.rank)
    case .updated: updated.offer(index, rank: key.rank)
    case .date: date.offer(index, rank: key.rank)
    case .title: title.offer(index, rank: key.rank)
    case .pinned: pinned.offer(index, rank: key.rank)
    case .order: order.offer(index, rank: key.rank)
    case .tags: tags.offer(index, rank: key.rank)
    default: break
    }
  }
}
