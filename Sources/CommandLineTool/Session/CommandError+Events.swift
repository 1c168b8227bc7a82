internal import Journal
internal import VaultFormat

extension CommandError {
  /// Runs a change of a tracker's file; its errors name the file, or what is to be done.
  static func naming<Result>(_ tracker: Tracker, _ body: () throws -> Result) throws -> Result {
    try naming(tracker.path) {
      do {
        return try body()
      } catch let problem as EventProblem {
        throw CommandError(problem, of: tracker)
      }
    }
  }

  init(_ problem: EventProblem, of tracker: Tracker) {
    switch problem {
    case .isHidden:
      self.init(
        "the event would stand in a code block or comment without an end, where it counts for nothing",
        hint: "tl edit \(tracker.path.shown.shellWord) opens the file; nothing was written")
    case .opensCodeBlock:
      self.init(
        "the text begins a code block and does not end it: no event below it would be read",
        hint: "a line of ``` ends it; nothing was written", status: .wrongUsage)
    case .isGone:
      self.init(
        "the event has changed or is gone",
        hint: "tl event list \(tracker.name.shellWord) shows what is there")
    case .isNote(let note):
      self.init("this event is the note \(note.shown)", hint: "tl edit \(note.shown.shellWord)")
    case .isRunning(let begin):
      self.init(
        "\(tracker.title) runs since \(TrackerText.time(begin))",
        hint: "tl did \(tracker.name.shellWord) --stop ends it")
    case .isNotRunning:
      self.init(
        "\(tracker.title) is not running",
        hint: "tl did \(tracker.name.shellWord) --start begins one")
    case .beganLater(let begin):
      self.init(
        "\(tracker.title) began at \(TrackerText.time(begin)), which is later",
        hint: "--at names another time", status: .wrongUsage)
    case .endsTooEarly(let end):
      self.init(
        "the event would end at \(TrackerText.time(end)), before it begins", status: .wrongUsage)
    case .unreadableValue(let value):
      self.init(
        "the value '\(value)' of this event cannot be read",
        hint: "--value sets one, --value '' removes it")
    }
  }
}
