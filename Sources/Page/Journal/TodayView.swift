internal import Journal
internal import Rendering
internal import VaultFormat

/// The values of `today.mustache`.
struct TodayView {
  let site: SiteAddress
  let register: PersonRegister
  let day: CalendarDay
  let isWritable: Bool

  /// A memory and its card.
  struct Shown {
    var memory: Memory
    var html: SafeHTML
  }

  /// A note that opens today, and its card.
  struct Opening {
    var note: NoteFacts
    var html: SafeHTML
  }

  /// - Parameters:
  ///   - memories: the latest first.
  ///   - due: the values of `tracker-card.mustache`.
  ///   - hasDismissed: some memories of the day are not shown.
  func values(
    memories: [Shown], opening: [Opening], birthdays: [(PersonBirthday, PersonPicture)],
    prompt: Prompt?, due: [TemplateView], hasDismissed: Bool, withMonths: Bool
  ) -> [String: TemplateValue] {
    [
      "heading": .text(PageWords.today), "date": .text(DateWords.day(day)),
      "hasBirthdays": .flag(!birthdays.isEmpty),
      "birthdays": .list(
        birthdays.map { birthday, picture in
          [
            "href": .text(site.address(register.path(of: birthday.person))),
            "avatar": .view(picture.view(on: site)), "text": .text(birthday.text),
          ]
        }),
      "prompt": .optional(prompt.map(view)),
      "hasDue": .flag(!due.isEmpty), "due": .list(due),
      "days": .list(opening.map(view) + days(memories)),
      "monthsHref": withMonths ? .none : .text(site.address(PagePath.today) + "?months=1"),
      "nothing": memories.isEmpty
        ? .text(hasDismissed ? PageWords.allDismissed : PageWords.noMemories) : .none,
    ]
  }

  private func view(_ prompt: Prompt) -> TemplateView {
    let query = "prompt=\(PercentEncoding.encoded(prompt.id.utf8))"
    return [
      "text": .text(prompt.text), "kind": .optional(prompt.kind.map(Self.words)),
      "href": isWritable ? .text(site.address("/new?\(query)")) : .none,
    ]
  }

  private static func words(_ kind: Prompt.Kind) -> String {
    switch kind {
    case .photo: "a photo says it best"
    case .audio: "a recording says it best"
    case .video: "a film says it best"
    }
  }

  /// A section of its own, with the day on which it was written.
  private func view(_ opening: Opening) -> TemplateView {
    section(
      opening.note.date.day, PageWords.opensToday, isAnchor: false,
      [["card": .html(opening.html), "dismissAction": .none]])
  }

  private func section(
    _ day: CalendarDay, _ label: String, isAnchor: Bool = true, _ notes: [TemplateView]
  ) -> TemplateView {
    [
      "anchor": isAnchor ? "d-\(day)" : .none, "href": .text(site.address("/d/\(day)")),
      "label": .text(label), "number": "\(day.day)",
      "after": "\(DateWords.month(day.month)) \(day.year)", "notes": .list(notes),
    ]
  }

  /// A section for each day.
  private func days(_ memories: [Shown]) -> [TemplateView] {
    var days: [(day: CalendarDay, ago: String, shown: [Shown])] = []
    for shown in memories {
      let day = shown.memory.note.date.day
      if days.last?.day == day {
        days[days.count - 1].shown.append(shown)
      } else {
        days.append((day, shown.memory.ago, [shown]))
      }
    }
    return days.map { day, ago, shown in
      section(
        day, ago,
        shown.map { shown in
          let id = NoteAddress.segment(of: shown.memory.note.id)
          let action = site.address("\(PagePath.today)/\(id)/dismiss")
          return [
            "card": .html(shown.html), "dismissAction": isWritable ? .text(action) : .none,
          ]
        })
    }
  }
}
