internal import Journal
internal import Rendering
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Photos of the same day in earlier years, one of each: the values of `past.mustache`.
struct PastYears: Sendable {
  /// The notes of the day that have media and were not put aside, the newest first.
  let entries: [CardLoader.Entry]

  private static let limit = 24

  /// Reads no note that was shown before.
  init(_ incoming: PageRequest) {
    let (index, day) = (incoming.timeline.withoutPages.index, incoming.now.day)
    let notes = incoming.site.pastNotes.value(of: incoming.snapshot, on: day) {
      Self.notes(of: OnThisDay(day, leapDay: incoming.register.settings.leapDay), in: index)
    }
    guard !notes.isEmpty else {
      entries = []
      return
    }
    let dismissed = Set(DismissedNotes(of: incoming.vault, on: day).ids)
    entries = incoming.cardLoader.entries(notes, in: index).filter {
      $0.stamp.answer == .visible && !dismissed.contains($0.id)
    }
  }

  private static func notes(of day: OnThisDay, in index: VaultIndex) -> [VaultIndex.Position] {
    var found: [VaultIndex.Position] = []
    index.forEachPosition { position, note in
      if note.flags.contains(.hasMediaFolder), day.years(since: note.date.day) != nil {
        found.append(position)
      }
    }
    let sorted = found.sorted { index[$0].date.seconds > index[$1].date.seconds }
    return Array(sorted.prefix(limit))
  }

  /// One photo of each year, the newest first, and the note that has it.
  func photos(_ incoming: PageRequest) -> [(photo: MediaItem, card: NoteCard, ago: String)] {
    let today = OnThisDay(incoming.now.day, leapDay: incoming.register.settings.leapDay)
    var seen: Set<Int> = []
    return entries.compactMap { entry in
      guard let card = incoming.cardLoader.card(entry), !card.isSealed, !card.isConflictCopy,
        let years = today.years(since: card.time.day), !seen.contains(years),
        let photo = card.media.first(where: { $0.isPicture(on: incoming.addresses) })
      else { return nil }
      seen.insert(years)
      return (photo, card, "\(years.counted("year")) ago")
    }
  }

  /// Nil without a photo.
  func view(_ incoming: PageRequest) -> TemplateView? {
    let site = incoming.addresses
    let years = photos(incoming).map { photo, card, ago in
      let media = MediaView(site: site, day: DateWords.day(card.time.day))
      var view = media.picture(photo, sizes: "(min-width: 48rem) 22rem, 85vw")
      view["href"] = .text(site.note(card.id))
      view["year"] = "\(card.time.day.year)"
      view["title"] = .text(CardView.name(of: card))
      view["ago"] = .text(ago)
      return view
    }
    guard let first = entries.first, !years.isEmpty else { return nil }
    let id = NoteAddress.segment(of: first.id)
    return [
      "years": .list(years), "todayHref": .text(site.address(PagePath.today)),
      "dismissAction": incoming.isWritable
        ? .text(site.address("\(PagePath.today)/\(id)/dismiss")) : .none,
      "others": .text(
        entries.dropFirst().map { NoteAddress.segment(of: $0.id) }.joined(separator: " ")),
    ]
  }
}
