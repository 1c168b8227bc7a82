internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat

/// The form for a new book.
struct BookForm: Sendable {
  /// With what a new book begins.
  enum Beginning: String, CaseIterable, Sendable {
    case empty, all, milestones, best

    fileprivate var label: String {
      switch self {
      case .empty: "Empty"
      case .all: "All notes of these days"
      case .milestones: "Milestones, then notes with photos"
      case .best: "The best of a month"
      }
    }
  }

  let title: String
  let from: String
  let to: String
  let month: String
  /// The id of a person's page; empty for anybody.
  let person: String
  let beginning: Beginning

  init(_ fields: FormFields) {
    func text(_ name: String) -> String { fields[name]?.trimmingBlanks ?? "" }
    (title, from, to) = (text("title"), text("from"), text("to"))
    (month, person) = (text("month"), text("person"))
    beginning = Beginning(rawValue: text("begin")) ?? .milestones
  }

  /// Forms, as addresses have them: of this year and the one before, of the first year of the person who was born last,
  /// and of the month before.
  static func ideas(on day: CalendarDay, _ persons: [Person]) -> [String] {
    func idea(_ title: String, _ fields: String) -> String {
      "title=\(PercentEncoding.encoded(title.utf8))&\(fields)"
    }
    func year(_ title: String, _ year: Int) -> String {
      idea(title, "from=\(year)-01-01&to=\(year)-12-31")
    }
    let first = persons.youngest { $0.birthday?.firstDay }.map {
      let end = $0.day.adding(years: 1) ?? $0.day
      let fields = "person=\($0.person.id.text)&from=\($0.day)&to=\(end)"
      return idea(PageWords.firstYear(of: $0.person.title), fields)
    }
    let month = CalendarMonth(day.adding(months: -1) ?? day)
    return [
      year(PageWords.soFar(day.year), day.year), first, year("\(day.year - 1)", day.year - 1),
      idea(PageWords.best(of: month), "begin=best&month=\(month)"),
    ].compactMap(\.self)
  }

  typealias Problem = FieldProblem

  /// - Parameters:
  ///   - books: all of the vault.
  ///   - persons: among whom the form lets choose.
  func draft(among books: [Book], _ persons: [Person]) throws(Problem) -> BookDraft {
    let title: PageTitle
    do throws(PageTitle.Problem) {
      title = try PageTitle(self.title, among: books)
    } catch {
      throw Self.problem(error)
    }
    let rule: BookSelection.Rule =
      switch beginning {
      case .empty, .all: .all
      case .milestones: .milestonesFirst
      case .best: .best
      }
    return BookDraft(
      title: title.text, days: try days,
      subject: persons.first { !person.isEmpty && $0.id.text == person }, rule: rule)
  }

  private var days: ClosedRange<CalendarDay>? {
    get throws(Problem) {
      switch beginning {
      case .empty: return nil
      case .best:
        guard let month = CalendarMonth(month) else {
          throw Problem(field: "month", text: "Which month? Write 2026-06.")
        }
        return CalendarPeriod(.month, of: month.firstDay).days
      case .all, .milestones:
        let first = try Problem.day(from, in: "from") ?? CalendarDay(clamping: .min)
        let last = try Problem.day(to, in: "to") ?? CalendarDay(clamping: .max)
        guard first <= last else {
          throw Problem(field: "to", text: "The last day is before the first.")
        }
        return first...last
      }
    }
  }

  static func problem(_ problem: PageTitle.Problem) -> Problem {
    switch problem {
    case .isEmpty: Problem(field: "title", text: "A title has letters.")
    case .isTaken(_, let title): Problem(field: "title", text: "\(title) is a book already.")
    case .isNoName:
      Problem(field: "title", text: "A title has no slash, and does not begin with @.")
    }
  }

  func view(on site: SiteAddress, _ persons: [Person], _ problem: Problem?, isOpen: Bool)
    -> TemplateView
  {
    func field(_ name: String, _ label: String, _ value: String, type: String) -> TemplateView {
      .bookField(name, label, value, type: type, problem)
    }
    let people = persons.map { ($0.id.text, $0.title) }
    return [
      "action": .text(site.address(PagePath.books)), "isOpen": .flag(isOpen || problem != nil),
      "fields": .list([
        field("title", "Title", title, type: "text"),
        field("from", "From", from, type: "date"), field("to", "To", to, type: "date"),
        field("month", "Month, for the best of it", month, type: "month"),
      ]),
      "choices": .list([
        .choice(
          "begin", "It begins with", Beginning.allCases.map { ($0.rawValue, $0.label) },
          beginning.rawValue),
        .choice("person", "Notes about", [("", "Anybody")] + people, person),
      ]),
    ]
  }
}

extension TemplateView {
  /// A field of a form about a book, with what is wrong with it.
  static func bookField(
    _ name: String, _ label: String, _ value: String, type: String = "text",
    _ problem: BookForm.Problem?
  ) -> TemplateView {
    [
      "name": .text(name), "label": .text(label), "value": .text(value), "type": .text(type),
      "isRequired": .flag(name == "title"),
      "error": .optional(problem?.field == name ? problem?.text : nil),
    ]
  }

  /// A list from which one is chosen.
  static func choice(
    _ name: String, _ label: String, _ options: [(value: String, label: String)], _ chosen: String
  ) -> TemplateView {
    [
      "name": .text(name), "label": .text(label),
      "options": .choices(options) { $0 == chosen },
    ]
  }
}
