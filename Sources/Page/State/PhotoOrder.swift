internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The photos and films of the notes of a timeline, in its order.
struct PhotoOrder {
  let index: TimelineIndex
  let cardLoader: CardLoader
  let site: SiteAddress
  /// Those with a media folder that is not sealed, the newest first.
  let notes: [VaultIndex.Position]

  /// - Parameters:
  ///   - some: the notes of the timeline that are looked at; nil for all.
  ///   - limit: the first so many of those that count.
  init(
    index: TimelineIndex, cardLoader: CardLoader, site: SiteAddress,
    among some: ArraySlice<VaultIndex.Position>? = nil, limit: Int = .max
  ) {
    (self.index, self.cardLoader, self.site) = (index, cardLoader, site)
    let counted = (some ?? index.sorted[...]).lazy.filter { note in
      index.index[note].flags.contains(.hasMediaFolder)
        && cardLoader.visibility.answer(for: note, in: index.index) == .visible
    }
    notes = Array(counted.prefix(limit))
  }

  struct Photo {
    var item: MediaItem
    var note: VaultIndex.Position
    /// Of the note.
    var day: CalendarDay
  }

  /// A photo by its note and the name of its file.
  struct Place {
    var cursor: TimelineCursor
    var name: String
  }

  /// Some photos in their order, and the last ones on each side if there are more.
  ///
  /// A note with many photos is not shown whole.
  ///
  /// - Parameter beside: the file of the cursor's note after which, or before which, it goes on.
  func part(
    from start: TimelineAddress.Start, beside: String? = nil, limit: Int
  ) -> (photos: [Photo], older: Place?, newer: Place?) {
    var isUpwards = false
    if case .after = start { isUpwards = true }
    let (first, isInside) = self.place(of: start, goesOn: beside != nil, isUpwards)
    var (place, photos, rest) = (first, [Photo](), ArraySlice<VaultPath>())
    while rest.isEmpty, notes.indices.contains(place), photos.count < limit {
      let note = notes[place]
      let paths = self.paths(at: note)
      rest = isUpwards ? ArraySlice(paths.reversed()) : paths[...]
      if place == first, isInside, let found = rest.firstIndex(where: { $0.fileName == beside }) {
        rest = rest[(found + 1)...]
      }
      while photos.count < limit, let path = rest.popFirst() {
        guard let item = item(path) else { continue }
        photos.append(Photo(item: item, note: note, day: index.index[note].date.day))
      }
      place += isUpwards ? -1 : 1
    }
    let goesOn = !rest.isEmpty || notes.indices.contains(place)
    let hasBefore = isInside || notes.indices.contains(first + (isUpwards ? 1 : -1))
    if isUpwards { photos.reverse() }
    func end(_ photo: Photo?, _ isThere: Bool) -> Place? {
      guard isThere, let photo else { return nil }
      return Place(cursor: index.cursor(photo.note), name: photo.item.name)
    }
    return (
      photos, end(photos.last, isUpwards ? hasBefore : goesOn),
      end(photos.first, isUpwards ? goesOn : hasBefore)
    )
  }

  /// The first note to look at, and whether some of its photos come before.
  private func place(
    of start: TimelineAddress.Start, goesOn: Bool, _ isUpwards: Bool
  ) -> (place: Int, isInside: Bool) {
    switch start {
    case .newest: return (0, false)
    case .month(let month): return (place(before: month.next?.firstDay), false)
    case .day(let day): return (place(before: day.adding(days: 1)), false)
    case .before(let cursor), .after(let cursor):
      let (before, after) = index.place(of: cursor, in: notes)
      let isThere = before < after && index.index.id(notes[before]) == cursor.id
      return goesOn && isThere ? (before, true) : (isUpwards ? before - 1 : after, false)
    }
  }

  /// The first note from before a day; nil for a day that is later than any.
  private func place(before day: CalendarDay?) -> Int {
    day.map { index.place(before: $0, in: notes) } ?? 0
  }

  /// How many notes with photos each month has.
  var months: MonthCounts {
    var days: [Int: Int] = [:]
    for note in notes { days[index.index[note].date.day.number, default: 0] += 1 }
    return MonthCounts(days: days)
  }

  private func notes(in month: CalendarMonth) -> ArraySlice<VaultIndex.Position> {
    notes[place(before: month.next?.firstDay)...].prefix {
      index.index[$0].date.day >= month.firstDay
    }
  }

  /// The first picture of each note, by its id.
  var covers: [NoteID: MediaItem] {
    notes.reduce(into: [:]) { covers, note in
      covers[index.index.id(note)] = picture(of: [note])
    }
  }

  /// The first picture of a month.
  func picture(in month: CalendarMonth) -> MediaItem? { picture(of: notes(in: month)) }

  /// The first picture of a day.
  func picture(on day: CalendarDay) -> MediaItem? {
    picture(
      of: notes[place(before: day.adding(days: 1))...].prefix { index.index[$0].date.day == day })
  }

  private func picture(of notes: ArraySlice<VaultIndex.Position>) -> MediaItem? {
    for note in notes {
      for path in paths(at: note) {
        if let item = item(path), item.isPicture(on: site) { return item }
      }
    }
    return nil
  }

  /// The places that most of the notes of a month name, at most three.
  func places(in month: CalendarMonth) -> [String] {
    var counts: [String: Int] = [:]
    for note in notes(in: month) {
      if let name = index.index.place(note) { counts[name, default: 0] += 1 }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map(\.key)
  }

  /// The files that are photos or films by their names.
  private func paths(at position: VaultIndex.Position) -> [VaultPath] {
    guard let folder = MediaFolder(of: index.index.path(position)),
      let listing = try? cardLoader.vault.folder.media(in: folder)
    else { return [] }
    return listing.seen
  }

  /// Nil for a file that is neither by its head, which is read here.
  private func item(_ path: VaultPath) -> MediaItem? {
    MediaItem(at: path, in: cardLoader.vault.folder).flatMap { $0.isSeen(on: site) ? $0 : nil }
  }
}

extension MediaListing {
  /// The files that are photos or films by their names.
  var seen: [VaultPath] { files.filter { [.photo, .video].contains($0.kind) }.map(\.path) }
}

extension VaultPath {
  fileprivate var fileName: String { String(decoding: name, as: UTF8.self) }
}

/// Among which photos the viewer goes on: the field `in` of its address.
enum PhotoScope: Hashable, Sendable {
  /// Those of the photo's note: `note`, or no field.
  case note
  /// Those of the notes of its month: `month`.
  case month
  /// Those of the notes with a tag: `tag:x`.
  case tag(Tag)
  /// Those of the grid `/photos` with the filter that the other fields say: `photos`.
  case grid(TimelineFilter)

  /// A field that cannot be read counts as absent.
  init(_ fields: FormFields) {
    switch fields["in"] {
    case "month": self = .month
    case "photos": self = .grid(TimelineAddress(fields).filter)
    case let text?:
      self = text.hasPrefix("tag:") ? Tag(text.dropFirst(4)).map(Self.tag) ?? .note : .note
    case nil: self = .note
    }
  }

  /// The query of an address, with its question mark; empty for the photo's note.
  var query: String {
    let fields: [(name: String, value: String)]
    switch self {
    case .note: return ""
    case .month: fields = [("in", "month")]
    case .tag(let tag): fields = [("in", "tag:\(tag.text)")]
    case .grid(let filter): fields = [("in", "photos")] + filter.fields
    }
    return "?" + fields.map { "\($0)=\(PercentEncoding.encoded($1.utf8))" }.joined(separator: "&")
  }

  /// What the notes of the photos match; nil for those of the photo's note alone.
  ///
  /// - Parameter day: of the photo's note.
  func filter(on day: CalendarDay) -> TimelineFilter? {
    switch self {
    case .note: nil
    case .month: TimelineFilter(period: .month(CalendarMonth(day)))
    case .tag(let tag): TimelineFilter(tags: [tag])
    case .grid(let filter): filter
    }
  }

  /// Where the viewer is closed to, without the site's prefix; nil for the photo's note.
  ///
  /// - Parameter day: of the photo's note.
  func path(on day: CalendarDay) -> String? {
    switch self {
    case .note: nil
    case .month, .tag: filter(on: day).map { TimelineAddress($0).text }
    case .grid(let filter): TimelineAddress(filter).text(at: "/photos")
    }
  }
}
