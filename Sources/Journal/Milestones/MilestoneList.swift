package import VaultFormat

/// The milestones of a person on a day: those done, and those whose windows have not ended.
///
/// A window that has ended leaves the list, and nothing is ever called late.
package struct MilestoneList: Sendable {
  /// Those done by day and path, then the others by the end of their windows, then those of any age.
  package let entries: [MilestoneEntry]

  /// A window that begins within so many days is upcoming.
  package static let horizon = 60

  /// - Parameters:
  ///   - birth: nil if it is not known; after today for a child that is not born.
  ///   - due: the day on which the birth was expected.
  ///   - done: each stands in the list, also where several tell of one milestone.
  ///   - isOver: nothing is ahead any more.
  package init(
    _ catalogue: MilestoneCatalogue, birth: CalendarDay?, due: CalendarDay?,
    done: [DoneMilestone], today: CalendarDay, isOver: Bool = false
  ) {
    let stage = LifeStage(birth: birth, due: due, today: today)
    let finished = done.sorted { ($0.day, $0.path) < ($1.day, $1.path) }.map { done in
      MilestoneEntry(catalogue[done.name] ?? Milestone(text: done.name), done, stage)
    }
    let names = Set(done.map { catalogue.key(of: $0.name) })
    var others = catalogue.milestones
      .filter { $0.isListed && !names.contains(NameKey($0.id.utf8)) }
      .compactMap { MilestoneEntry($0, stage, today: today) }
    others.sort(by: Self.endsBefore)
    Self.markUpcoming(&others, today: today)
    entries = finished + (isOver ? [] : others)
  }

  package var done: [MilestoneEntry] { entries.filter { $0.state == .done } }

  package var upcoming: [MilestoneEntry] { entries.filter(\.isUpcoming) }

  /// Those that are open at any age, or begin later.
  package var others: [MilestoneEntry] {
    entries.filter { $0.state != .done && !$0.isUpcoming }
  }

  private static func endsBefore(_ a: MilestoneEntry, _ b: MilestoneEntry) -> Bool {
    guard let first = a.days, let second = b.days else { return a.days != nil && b.days == nil }
    return (first.upperBound, first.lowerBound) < (second.upperBound, second.lowerBound)
  }

  /// Windows that touch the next days, and of the celebrations at least the next.
  private static func markUpcoming(_ entries: inout [MilestoneEntry], today: CalendarDay) {
    let end = CalendarDay(clamping: today.number + horizon)
    let celebrations = entries.filter(\.isExact).compactMap { $0.days?.lowerBound }
    let lastCelebration = max(end, celebrations.min() ?? end)
    for index in entries.indices {
      guard let days = entries[index].days else { continue }
      entries[index].isUpcoming =
        days.lowerBound <= (entries[index].isExact ? lastCelebration : end)
    }
  }
}

/// A milestone in the list of a person.
package struct MilestoneEntry: Sendable {
  package enum State: String, Sendable {
    case done
    /// Its window holds today, or it has none.
    case open
    /// Its window begins after today.
    case ahead
  }

  package let milestone: Milestone
  package let state: State
  /// The days of its window; nil without one, or where they are not known.
  package let days: ClosedRange<CalendarDay>?
  /// Set if it is done.
  package let done: DoneMilestone?
  /// Whether it is not done, and its window touches the next days.
  package internal(set) var isUpcoming = false

  init(_ milestone: Milestone, _ done: DoneMilestone, _ stage: LifeStage) {
    (self.milestone, self.done, state) = (milestone, done, .done)
    days = stage.has(milestone.set) ? milestone.window.flatMap(stage.days) : nil
  }

  /// Nil for a milestone that the stage does not have, and for a window that has ended or whose days are not known.
  init?(_ milestone: Milestone, _ stage: LifeStage, today: CalendarDay) {
    guard stage.has(milestone.set) else { return nil }
    (self.milestone, done) = (milestone, nil)
    guard let window = milestone.window else {
      (days, state) = (nil, .open)
      return
    }
    guard let days = stage.days(of: window), today <= days.upperBound else { return nil }
    (self.days, state) = (days, days.contains(today) ? .open : .ahead)
  }

  /// Whether it is the day of a celebration.
  package var isExact: Bool { milestone.window?.isExact ?? false }
}

// MARK: - Texts

extension MilestoneEntry {
  /// The age at which the window begins, such as `3.8 months`; nil where the source gives none.
  package var from: String? { milestone.window?.from.map { "\($0)" } }

  /// The age at which the window ends.
  package var to: String? { milestone.window.map { "\($0.to)" } }

  /// The day of what is done or celebrated; nil for a window of several days.
  package var day: CalendarDay? { done?.day ?? (isExact ? days?.lowerBound : nil) }

  /// That day, else the ages: `by 24 months`.
  package var when: String {
    day.map { "\($0)" } ?? milestone.window.map { "\($0)" } ?? "any time"
  }

  /// What stands behind the title: how far away a celebration is, or where the ages come from; may be empty.
  package func remark(today: CalendarDay) -> String {
    if let done { return done.celebrated.map { "celebrated \($0)" } ?? "" }
    guard let days else { return "" }
    if isExact { return Countdown.text(from: today, to: days.lowerBound) }
    return switch milestone.basis {
    case .who: "98 of 100 children (WHO)"
    case .cdc: "most children by then (CDC)"
    case .tl: "a wide span (tl)"
    case .own: ""
    }
  }
}

extension MilestoneEntry {
  /// - Parameters:
  ///   - note: that tells of it; nil if it is not done.
  ///   - age: of the person on that day.
  package func json(note: JSONValue?, age: Age?) -> JSONValue {
    .object([
      ("id", .string(milestone.id)), ("title", .string(milestone.title)),
      ("state", .string(state.rawValue)), ("date", .text(day?.description)),
      ("celebrated", .text(done?.celebrated?.description)), ("from", .text(from)),
      ("to", .text(to)), ("basis", .string(milestone.basis.rawValue)),
      ("note", note ?? .null), ("age", .text(age?.text)),
    ])
  }
}

/// A milestone that a note tells of.
package struct DoneMilestone: Hashable, Sendable {
  /// The value of the key `milestone`: an id, a title, or free text.
  package var name: String
  /// The day of the note.
  package var day: CalendarDay
  /// The day on which it was celebrated.
  package var celebrated: CalendarDay?
  package var path: VaultPath
  /// Of the note.
  package var id: NoteID?

  package init(name: String, day: CalendarDay, celebrated: CalendarDay?, path: VaultPath) {
    (self.name, self.day, self.celebrated, self.path) = (name, day, celebrated, path)
  }
}

extension DoneMilestone {
  /// Nil for a note that tells of none, and for a page.
  private init?(_ note: NoteFacts) {
    guard let name = note.milestone, !note.isPage else { return nil }
    self.init(name: name, day: note.date.day, celebrated: note.celebrated, path: note.path)
    id = note.id
  }

  /// The milestones of a person that notes tell of.
  ///
  /// - Parameters:
  ///   - withUnnamed: also of notes that name nobody.
  ///   - facts: without those that count nowhere.
  package static func all(
    of person: Person, withUnnamed: Bool, among facts: some Sequence<NoteFacts>
  ) -> [DoneMilestone] {
    let names = Set(person.names)
    return facts.filter { note in
      note.people.isEmpty
        ? withUnnamed : note.people.contains { names.contains(NameKey($0.utf8)) }
    }.compactMap(DoneMilestone.init)
  }
}

/// How far away a day is.
package enum Countdown {
  /// `today`, `tomorrow`, `in 12 days`, `in 5 weeks`, `in 14 months`, `in 3 years`; the day is not before today.
  package static func text(from today: CalendarDay, to day: CalendarDay) -> String {
    let days = day.number - today.number
    if days <= 0 { return "today" }
    if days == 1 { return "tomorrow" }
    if days < 14 { return "in \(days) days" }
    let (first, last) = (today.components, day.components)
    var months = (last.year - first.year) * 12 + last.month - first.month
    if let reached = today.adding(months: months), reached > day { months -= 1 }
    if months < 2 { return "in \(days / 7) weeks" }
    return months < 24 ? "in \(months) months" : "in \(months / 12) years"
  }
}

/// What stands below a list of milestones: where its ages come from, and that they are no medical advice.
package enum MilestoneFoot {
  /// The lines for the ages that entries show; none for what is done, and for days of celebrations.
  package static func lines(for entries: [MilestoneEntry]) -> [String] {
    let bases = Set(
      entries.filter { $0.state != .done && $0.days != nil && !$0.isExact }.map(\.milestone.basis))
    let sources = Milestone.Basis.allCases.filter(bases.contains).compactMap(source)
    return sources.isEmpty ? [] : sources + [advice]
  }

  private static func source(_ basis: Milestone.Basis) -> String? {
    switch basis {
    case .who:
      "WHO: Motor Development Study, 2006; 98 of 100 children are within these ages."
    case .cdc:
      "CDC: \"Learn the Signs. Act Early.\", 2022; 75 of 100 children or more by that age."
    case .tl: "tl: our own ages, wide on purpose."
    case .own: nil
    }
  }

  private static let advice =
    "This is no medical advice, and neither WHO nor CDC endorses it."
}

extension MilestoneList {
  /// For so many days a milestone that is ahead can be told of, so that a few days without a computer do not matter.
  private static let week = 7

  /// The milestones to remind of, each with the day from which on: celebrations in the week before them, others in the
  /// week in which their ages begin, where the source says when that is.
  package func ahead(today: CalendarDay) -> [(milestone: Milestone, from: CalendarDay)] {
    upcoming.compactMap { entry in
      guard let days = entry.days, let window = entry.milestone.window, window.from != nil else {
        return nil
      }
      let lead = entry.isExact ? Self.week : 0
      guard let from = days.lowerBound.adding(days: -lead), from <= today,
        today.number - from.number < Self.week + (entry.isExact ? 1 : 0)
      else { return nil }
      return (entry.milestone, from)
    }
  }
}
