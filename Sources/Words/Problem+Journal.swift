package import Journal
package import VaultFormat

/// Why trackers, persons and categories cannot be as they are wished.
extension Problem {
  /// - Parameter paths: the form of the vault's paths in it.
  package init(_ problem: EventProblem, of tracker: Tracker, _ paths: PathDisplay) {
    let name = tracker.name.shellWord
    switch problem {
    case .isHidden:
      let file = paths.text(tracker.path).shellWord
      self.init(
        "the event would stand in a code block or comment without an end, where it counts for nothing",
        hint: "tl edit \(file) opens the file; nothing was written", kind: .refused)
    case .opensCodeBlock:
      self.init(
        usage: "the text begins a code block and does not end it: no event below it would be read",
        hint: "a line of ``` ends it; nothing was written")
    case .isGone:
      self.init(
        "the event has changed or is gone", hint: "tl event list \(name) shows what is there",
        kind: .refused)
    case .isNote(let note):
      let file = paths.text(note)
      self.init(
        "this event is the note \(file)", hint: "tl edit \(file.shellWord)", kind: .refused)
    case .isRunning(let begin):
      self.init(
        "\(tracker.title) runs since \(TrackerText.time(begin))",
        hint: "tl did \(name) --stop ends it", kind: .refused)
    case .isNotRunning:
      self.init(
        "\(tracker.title) is not running", hint: "tl did \(name) --start begins one",
        kind: .refused)
    case .beganLater(let begin):
      self.init(
        usage: "\(tracker.title) began at \(TrackerText.time(begin)), which is later",
        hint: "--at names another time")
    case .endsTooEarly(let end):
      self.init(usage: "the event would end at \(TrackerText.time(end)), before it begins")
    case .unreadableValue(let value):
      self.init(
        "the value '\(value)' of this event cannot be read",
        hint: "--value sets one, --value '' removes it", kind: .refused)
    }
  }

  /// - Parameters:
  ///   - kind: of the page that would have the title.
  ///   - paths: the form of the vault's paths in it.
  package init(_ problem: PageTitle.Problem, of kind: PageKind, _ paths: PathDisplay) {
    let folder =
      switch kind {
      case .person: PersonEdit.folder
      case .circle: Circle.folder
      case .book: Book.folder
      case .tracker, .comment: NewTracker.folder
      }
    switch problem {
    case .isEmpty: self.init(usage: "a title has letters")
    case .isTaken(let path, let title):
      self.init("\(paths.text(path)) is \(title) already", kind: .refused)
    case .isNoName(let title):
      self.init(
        usage:
          "'\(title)' cannot be the name of a \(kind.rawValue): a path has /, a number of a list begins with @",
        hint: "tl set \(folder)/NAME.md title='\(title)' gives it that title later")
    }
  }

  /// - Parameter text: what was to be an interval.
  package init(_ failure: TrackerInterval.Failure, of text: String) {
    switch failure {
    case .isZero: self.init(usage: "an interval is 1 or more")
    case .hasClock: self.init(usage: "minutes and hours have no clock time")
    case .isTooLong: self.init(usage: "'\(text)' is longer than the calendar")
    case .notUnderstood:
      self.init(
        usage: "'\(text)' is not an interval",
        hint: "write 2 days, 2 days at 08:00, month, mondays, weekdays at 08:00")
    }
  }

  init(_ problem: CategoryProblem) {
    switch problem {
    case .isNoName: self.init(usage: "a category has a name of one line")
    case .isNoSymbol(let text):
      self.init(
        usage: "'\(text)' is not a symbol",
        hint: "an emoji, or one of \(CategorySymbol.names.joined(separator: ", "))")
    case .isNoColor(let text):
      self.init(
        usage: "'\(text)' is not a colour",
        hint: "#rrggbb, or one of \(ColorName.names.joined(separator: ", "))")
    case .isUnknown(let name):
      self.init(
        "there is no category '\(name)'",
        hint: "tl category add \(name.shellWord) makes it; tl category lists the categories",
        kind: .refused)
    case .isNotInSettings(let name):
      self.init(
        "\(name) is not in the settings", hint: "tl category add \(name.shellWord) adds it",
        kind: .refused)
    case .isTaken(let name):
      self.init(
        "\(name) is a category already",
        hint: "tl category edit \(name.shellWord) changes its symbol and colour", kind: .refused)
    case .isInUse(let name, let count):
      self.init(
        "\(count.counted("note")) \(count == 1 ? "has" : "have") the category \(name)",
        hint: "tl category rm \(name.shellWord) --to OTHER", kind: .refused)
    case .standsForItself(let name):
      self.init(usage: "\(name) cannot stand in for itself")
    }
  }
}
