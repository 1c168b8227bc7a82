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
