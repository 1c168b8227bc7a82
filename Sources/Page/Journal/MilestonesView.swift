internal import Journal
internal import Rendering
internal import VaultFormat

/// The values of `milestones.mustache`.
struct MilestonesView {
  let site: SiteAddress
  let register: PersonRegister
  let now: NoteTime
  let isWritable: Bool

  /// - Parameter person: nil where nobody has a birthday.
  func values(_ person: Person?, _ journal: JournalIndex) -> [String: TemplateValue] {
    guard let person else {
      return [
        "heading": "Milestones", "summary": .none, "persons": .list([]), "hasPersons": false,
        "hasDone": false, "done": .list([]), "hasAhead": false, "ahead": .list([]),
        "hasOthers": false, "others": .list([]), "add": .none, "sources": .texts([]),
        "empty": .view([
          "text": "Milestones belong to somebody with a birthday, and nobody has a page yet.",
          "href": .text(site.address(PagePath.people)), "label": "Add a person",
        ]),
      ]
    }
    let milestones = MilestoneList(of: person, in: journal)
    let steps = MilestoneView(
      site: site, register: register, person: person, now: now, isWritable: isWritable)
    let isKnown = person.birthday?.firstDay != nil || person.dueDate != nil
    let (done, ahead) = (milestones.done, milestones.upcoming)
    // Without a birthday all of the catalogue would be open.
    let others = isKnown ? milestones.others : []
    return [
      "heading": "Milestones",
      "summary": .optional(
        [person.title, register.age(of: person, at: now)?.text].compactMap(\.self)
          .joined(separator: ", ")),
      "hasPersons": .flag(candidates(with: person).count > 1),
      "persons": .list(
        candidates(with: person).map { other in
          [
            "href": .text(site.address(MilestoneRoutes.path(of: other, register))),
            "name": .text(other.title), "isCurrent": .flag(other.path == person.path),
          ]
        }),
      "hasDone": .flag(!done.isEmpty), "done": .list(done.map(steps.view)),
      "hasAhead": .flag(!ahead.isEmpty), "ahead": .list(ahead.map(steps.view)),
      "hasOthers": .flag(!others.isEmpty),
      "others": .list(others.map(steps.view)),
      "add": isWritable
        ? .view(["action": .text(site.address("/new")), "about": .text(person.title)]) : .none,
      "sources": .texts(MilestoneFoot.lines(for: ahead + others)), "empty": .none,
    ]
  }

  /// Those under 18, and the one who is shown.
  private func candidates(with shown: Person) -> [Person] {
    register.sorted.filter { person in
      person.path == shown.path || register.age(of: person, at: now)?.isUnder18 ?? false
    }
  }
}
