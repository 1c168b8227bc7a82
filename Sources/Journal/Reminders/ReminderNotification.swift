internal import VaultFormat
package import VaultStore

/// A notification: two short lines without control characters.
package struct ReminderNotification: Hashable, Sendable {
  package let kind: ReminderKind
  package let title: String
  package let body: String
  /// What it tells of.
  package let marks: [ReminderLedger.Mark]

  /// More characters than any desktop shows.
  private static let longest = 200

  /// One that tells of all reminders, which have one kind and, for milestones, one person.
  ///
  /// Nil for none.
  init?(of reminders: [Reminder]) {
    guard let first = reminders.first else { return nil }
    kind = first.kind
    marks = reminders.map(\.mark)
    let (title, body) = Self.text(of: first.content, count: reminders.count)
    (self.title, self.body) = (Self.line(title), Self.line(body))
  }

  private static func text(of content: Reminder.Content, count: Int) -> (String, String) {
    switch content {
    case .tracker(let title, let since): (title, "due \(since)")
    case .nudge(let text): ("A moment to write", text)
    case .birthday(let text): (text, "birthday today")
    case .memories(let notes):
      ("\(notes.counted("note")) from this day", "tl today shows \(notes == 1 ? "it" : "them")")
    case .milestone(let person):
      (
        "\(person): \(count.counted("milestone")) ahead",
        "tl milestone list shows \(count == 1 ? "it" : "them")"
      )
    case .capsule:
      (
        count == 1 ? "A sealed note opens today" : "\(count) sealed notes open today",
        "tl today shows \(count == 1 ? "it" : "them")"
      )
    }
  }

  /// Without control characters and those that turn the direction of text; never empty, since programs refuse that.
  private static func line(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars.prefix(longest * 8) {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate:
        if scalar.properties.isWhitespace { line += " " }
      // But for those that join letters, and the parts of emoji.
      case .format where !(0x200C...0x200D ~= scalar.value): continue
      default: line.unicodeScalars.append(scalar)
      }
    }
    if line.count > longest { line = line.prefix(longest - 1) + "…" }
    return line.allSatisfy(\.isWhitespace) ? "?" : line
  }
}
