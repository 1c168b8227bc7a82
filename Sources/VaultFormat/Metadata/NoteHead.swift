/// The known keys of a note, read from raw bytes when scanning many notes: ranges instead of text, no findings, no
/// allocations.
///
/// Equals `NoteMetadata` if the front matter is in the subset of `PlainFrontMatter`; otherwise `isPlain` is false and
/// `NoteMetadata` has to be used.
package struct NoteHead {
  package let layout: DocumentLayout
  /// Whether the front matter is in the plain subset; if false, it needs libyaml and no other property is set.
  package private(set) var isPlain = true
  package private(set) var id: Range<Int>?
  /// `created`, else `date`.
  package private(set) var created: NoteTime?
  package private(set) var updated: NoteTime?
  package private(set) var date: NoteTime?
  package private(set) var isPinned = false
  /// The range of the text of `title`.
  package private(set) var title: Range<Int>?
  package private(set) var order: Double?
  /// What the file is, if it is no ordinary note.
  package private(set) var kind: PageKind?
  /// Whether the key `tracker` has a value.
  package private(set) var isEvent = false
  /// Whether the key `people` names somebody.
  package private(set) var namesPeople = false
  /// Whether a name of `birthday` has a value, which may make an ordinary note a person.
  package private(set) var hasBirthday = false
  /// The day on which the note opens by its key `open_after`.
  package private(set) var opens: CalendarDay?
  /// The range of the text of `conflict_of`, which a conflict copy has.
  package private(set) var conflictOf: Range<Int>?
  /// The index of the field with the tags in `PlainFrontMatter.fields`.
  package private(set) var tagsField: Int?
  /// The index of the field with the place in `PlainFrontMatter.fields`.
  package private(set) var placeField: Int?
  /// The index of the field with the town in `PlainFrontMatter.fields`.
  package private(set) var localityField: Int?

  /// Reads the front matter at the start of `bytes`; its fields stay in `plain` until that is reused.
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
      let field = plain.fields[index]
      if let key = field.known {
        known.add(key, at: index)
      } else if PageKey.isBirthday(UnsafeBufferPointer(rebasing: bytes[field.key])) {
        hasBirthday = hasBirthday || !field.text.isEmpty
      }
    }
    func text(_ field: KnownFields.Candidate) -> Range<Int>? {
      guard let index = field.index, case .scalar = plain.fields[index].shape else { return nil }
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
    // Saves parsing the same text twice for notes that were never edited.
    if let ownCreated, let ownUpdated, bytes.areEqual(ownCreated, ownUpdated) {
      updated = created
    } else {
      updated = time(ownUpdated)
    }
    title = text(known.title).flatMap { bytes[$0].allSatisfy(\.isBlank) ? nil : $0 }
    isPinned =
      text(known.pinned).flatMap { Bool(lenient: UnsafeBufferPointer(rebasing: bytes[$0])) }
      ?? false
    order = text(known.order).flatMap {
      CoreSchema.number(String(decoding: bytes[$0], as: UTF8.self))
    }
    tagsField = known.tags.index
    placeField = known.place.index
    localityField = known.locality.index
    kind = text(known.kind).flatMap { PageKind(UnsafeBufferPointer(rebasing: bytes[$0])) }
    opens = time(text(known.openAfter))?.day
    conflictOf = text(known.conflictOf)
    isEvent = known.tracker.index.map { plain.fields[$0].hasText(in: plain) } ?? false
    namesPeople = known.people.index.map { plain.fields[$0].hasText(in: plain) } ?? false
  }
}

extension PlainFrontMatter.Field {
  /// Whether it is a text, or a list with one, that is not empty.
  fileprivate func hasText(in plain: PlainFrontMatter) -> Bool {
    switch shape {
    case .empty: false
    case .scalar: !text.isEmpty
    case .list: items.contains { !plain.items[$0].text.isEmpty }
    }
  }
}

/// The fields of the known keys that a scan needs.
private struct KnownFields {
  /// The field of a key: of several names of the key, the one with the lowest rank.
  struct Candidate {
    private(set) var index: Int?
    private var rank = 0

    mutating func offer(_ index: Int, rank: Int) {
      if self.index != nil, self.rank < rank { return }
      (self.index, self.rank) = (index, rank)
    }
  }

  private(set) var id = Candidate()
  private(set) var created = Candidate()
  private(set) var updated = Candidate()
  private(set) var date = Candidate()
  private(set) var title = Candidate()
  private(set) var pinned = Candidate()
  private(set) var order = Candidate()
  private(set) var tags = Candidate()
  private(set) var kind = Candidate()
  private(set) var tracker = Candidate()
  private(set) var openAfter = Candidate()
  private(set) var conflictOf = Candidate()
  private(set) var people = Candidate()
  private(set) var place = Candidate()
  private(set) var locality = Candidate()

  mutating func add(_ key: KnownKey.Named, at index: Int) {
    switch key.key {
    case .id: id.offer(index, rank: key.rank)
    case .created: created.offer(index, rank: key.rank)
    case .updated: updated.offer(index, rank: key.rank)
    case .date: date.offer(index, rank: key.rank)
    case .title: title.offer(index, rank: key.rank)
    case .pinned: pinned.offer(index, rank: key.rank)
    case .order: order.offer(index, rank: key.rank)
    case .tags: tags.offer(index, rank: key.rank)
    case .kind: kind.offer(index, rank: key.rank)
    case .tracker: tracker.offer(index, rank: key.rank)
    case .openAfter: openAfter.offer(index, rank: key.rank)
    case .conflictOf: conflictOf.offer(index, rank: key.rank)
    case .people: people.offer(index, rank: key.rank)
    case .place: place.offer(index, rank: key.rank)
    case .locality: locality.offer(index, rank: key.rank)
    default: break
    }
  }
}
