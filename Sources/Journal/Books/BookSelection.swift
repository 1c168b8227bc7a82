internal import VaultFormat

/// The notes that a new book begins with, in its order: a pure function of what notes tell.
package struct BookSelection: Sendable {
  package struct Part: Sendable {
    /// Nil for a part that needs none.
    package var heading: String?
    package var notes: [NoteFacts]
  }

  package enum Rule: Hashable, Sendable {
    /// All notes, oldest first.
    case all
    /// The milestones, and then the other notes with photos, oldest first.
    case milestonesFirst
    /// The best of a month: at most three a day and twenty in all, oldest first.
    case best
  }

  package let parts: [Part]

  /// The most notes of a day, and in all, that `best` takes.
  package static let mostOfDay = 3
  package static let mostOfMonth = 20
  /// A note belongs to a milestone that is so many days away.
  package static let reach = 3

  /// - Parameter notes: those that may be in the book, in any order: no pages, and none that count nowhere.
  package init(_ rule: Rule, from notes: [NoteFacts]) {
    let notes = notes.sorted(by: Self.isEarlier)
    switch rule {
    case .all: parts = Self.part(nil, notes)
    case .milestonesFirst: parts = Self.milestonesFirst(notes)
    case .best: parts = Self.part(nil, Self.best(of: notes))
    }
  }

  /// The notes of all parts.
  package var notes: [NoteFacts] { parts.flatMap(\.notes) }

  // MARK: - Milestones

  private static func milestonesFirst(_ notes: [NoteFacts]) -> [Part] {
    let withPhotos = notes.filter { $0.photoCount > 0 }
    var taken: Set<VaultPath> = []
    var first: [NoteFacts] = []
    for milestone in notes where milestone.milestone != nil {
      if taken.insert(milestone.path).inserted { first.append(milestone) }
      guard let picture = nearest(to: milestone, among: withPhotos),
        taken.insert(picture.path).inserted
      else { continue }
      first.append(picture)
    }
    let rest = withPhotos.filter { !taken.contains($0.path) }
    return part(first.isEmpty ? nil : "Milestones", first) + months(of: rest)
  }

  /// The note itself if it has photos; of two that are as near, the earlier one.
  private static func nearest(to milestone: NoteFacts, among notes: [NoteFacts]) -> NoteFacts? {
    if milestone.photoCount > 0 { return milestone }
    func distance(_ note: NoteFacts) -> Int {
      abs(note.date.day.number - milestone.date.day.number)
    }
    return notes.filter { distance($0) <= reach }.min { distance($0) < distance($1) }
  }

  private static func months(of notes: [NoteFacts]) -> [Part] {
    notes.inRuns { CalendarMonth($0.date.day) }.map {
      Part(heading: $0.key.name, notes: $0.elements)
    }
  }

  // MARK: - The best of a month

  /// What speaks for a note with photos: that it is a milestone, that something is said of it, that it has tags.
  package static func score(_ note: NoteFacts) -> Int {
    (note.milestone == nil ? 0 : 50) + (note.wordCount > 0 ? 30 : 0) + (note.tags.isEmpty ? 0 : 10)
  }

  private static func best(of notes: [NoteFacts]) -> [NoteFacts] {
    let ranked = notes.filter { $0.photoCount > 0 }.enumerated().sorted { a, b in
      let (first, second) = (score(a.element), score(b.element))
      return first == second ? a.offset < b.offset : first > second
    }
    var ofDay: [CalendarDay: Int] = [:]
    var chosen: [NoteFacts] = []
    for note in ranked.map(\.element) where chosen.count < mostOfMonth {
      guard ofDay[note.date.day, default: 0] < mostOfDay else { continue }
      ofDay[note.date.day, default: 0] += 1
      chosen.append(note)
    }
    return chosen.sorted(by: isEarlier)
  }

  // MARK: - Parts

  private static func part(_ heading: String?, _ notes: [NoteFacts]) -> [Part] {
    notes.isEmpty ? [] : [Part(heading: heading, notes: notes)]
  }

  private static func isEarlier(_ a: NoteFacts, _ b: NoteFacts) -> Bool {
    a.date.seconds == b.date.seconds ? a.path < b.path : a.date.seconds < b.date.seconds
  }
}
