internal import Journal
internal import Rendering
internal import VaultFormat

/// Milestones in a list: the values of `steps.mustache`.
struct MilestoneView {
  let site: SiteAddress
  let register: PersonRegister
  let person: Person
  let now: NoteTime
  let isWritable: Bool

  func view(_ entry: MilestoneEntry) -> TemplateView {
    guard let done = entry.done else { return ahead(entry) }
    let age = register.age(of: person, at: NoteTime(day: done.day, zone: .utc))?.text
    return [
      "title": .text(entry.milestone.title), "isDone": true,
      "href": .optional(done.id.map { site.note($0) }),
      "when": .text(LifeWords.day(done.day)), "age": .optional(age),
      "remark": .optional(done.celebrated.map { "celebrated \(LifeWords.day($0))" }),
      "addHref": .none,
    ]
  }

  private func ahead(_ entry: MilestoneEntry) -> TemplateView {
    var when = entry.when
    if entry.isExact, let day = entry.days?.lowerBound { when = LifeWords.day(day) }
    let remark = entry.remark(today: now.day)
    return [
      "title": .text(entry.milestone.title), "isDone": false, "href": .none, "when": .text(when),
      "age": .none, "remark": .optional(remark.isEmpty ? nil : remark),
      "addHref": isWritable ? .text(address(writing: entry.milestone.id)) : .none,
    ]
  }

  /// The form for a note about a milestone.
  func address(writing milestone: String) -> String {
    let fields = [("milestone", milestone), ("about", person.title)]
    let query = fields.map { "\($0)=\(PercentEncoding.encoded($1.utf8))" }
    return site.address("/new?" + query.joined(separator: "&"))
  }
}
