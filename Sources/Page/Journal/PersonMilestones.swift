internal import Journal
internal import VaultFormat

/// The milestones of a person, with the notes that tell of those done.
struct PersonMilestones {
  let entries: [MilestoneEntry]
  private let ids: [VaultPath: NoteID]

  init(of person: Person, _ journal: JournalIndex, today: CalendarDay) {
    let register = journal.register
    let done = DoneMilestone.all(
      of: person, withUnnamed: register.chosen?.path == person.path, among: journal.milestones)
    let list = MilestoneList(
      MilestoneCatalogue(settings: register.settings.milestones),
      birth: person.birthday?.firstDay, due: person.dueDate, done: done, today: today)
    // Nothing is ahead of somebody who has died.
    entries = person.isDead(on: today) ? list.done : list.entries
    ids = Dictionary(journal.milestones.map { ($0.path, $0.id) }) { first, _ in first }
  }

  var done: [MilestoneEntry] { entries.filter { $0.state == .done } }
  var upcoming: [MilestoneEntry] { entries.filter(\.isUpcoming) }
  /// Those that are open at any age, or begin later.
  var others: [MilestoneEntry] { entries.filter { $0.state != .done && !$0.isUpcoming } }

  /// The note that tells of a milestone.
  func id(of done: DoneMilestone) -> NoteID? { ids[done.path] }
}
