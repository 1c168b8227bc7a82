internal import WebServer

/// How one browser shows the page; kept in a cookie, so that the first line of a page has it, without a script.
struct DeviceSettings: Hashable, Sendable {
  var theme = Theme.system
  var textSize = TextSize.normal
  var hasKeys = true
  var weekStart = WeekStart.monday
  /// What was seen is kept in the browser, to be read without the server.
  var keepsCopies = true
  /// The browser shows a notification for each tracker that becomes due, while the page is open.
  var notifies = false
  /// How large photos are in their room.
  var wall = WallSize.medium
  /// How much of each note is in the timeline.
  var cards = CardSize.whole
  /// Of those of a vault without notes.
  var skippedSteps: Set<FirstStep> = []

  enum Theme: String, CaseIterable, Sendable { case system, light, dark }

  /// As `page.css` has them.
  enum TextSize: String, CaseIterable, Sendable { case small, normal, large, huge }

  /// As `page.css` has them.
  enum WallSize: String, CaseIterable, Sendable { case small, medium, large }

  /// As `pictures.css` has them.
  enum CardSize: String, CaseIterable, Sendable { case whole, short }

  enum WeekStart: String, CaseIterable, Sendable { case monday, sunday, saturday }

  init() {}

  /// Reads `dark.large.keys.monday`; parts that it cannot read count as absent, in whatever order they are.
  init(_ text: some StringProtocol) {
    for part in text.split(separator: ".").prefix(12).map({ String($0) }) {
      // No two of these have a value of the same name.
      for line in ["theme", "size", "week", "cards"] { _ = set(line, to: part) }
      if part == Self.withoutKeys { hasKeys = false }
      if part == Self.withoutCopies { keepsCopies = false }
      if part == Self.withNotifications { notifies = true }
      for line in [Self.onWall, Self.skipping] where part.hasPrefix(line) {
        _ = set(line, to: String(part.dropFirst(line.count)))
      }
    }
  }

  init(_ request: WebRequest) { self.init(request.cookie(Self.cookieName) ?? "") }

  static let cookieName = "tl-look"
  private static let withoutKeys = "nokeys"
  private static let withoutCopies = "nocopies"
  private static let withNotifications = "notify"
  private static let skipping = "skip"
  private static let onWall = "wall"

  /// Only what differs from a new browser.
  var text: String {
    let new = DeviceSettings()
    var parts: [String] = []
    if theme != new.theme { parts.append(theme.rawValue) }
    if textSize != new.textSize { parts.append(textSize.rawValue) }
    if weekStart != new.weekStart { parts.append(weekStart.rawValue) }
    if cards != new.cards { parts.append(cards.rawValue) }
    if !hasKeys { parts.append(Self.withoutKeys) }
    if !keepsCopies { parts.append(Self.withoutCopies) }
    if notifies { parts.append(Self.withNotifications) }
    if wall != new.wall { parts.append(Self.onWall + wall.rawValue) }
    parts += FirstStep.allCases.filter(skippedSteps.contains).map { Self.skipping + $0.rawValue }
    return parts.joined(separator: ".")
  }

  /// Changes what a form of the settings page says; false for a line or a value that does not exist.
  mutating func set(_ line: String, to value: String) -> Bool {
    switch line {
    case "theme": Self.read(value, into: &theme)
    case "size": Self.read(value, into: &textSize)
    case "week": Self.read(value, into: &weekStart)
    case "keys": Self.read(value, into: &hasKeys)
    case "copies": Self.read(value, into: &keepsCopies)
    case "notify": Self.read(value, into: &notifies)
    case "cards": Self.read(value, into: &cards)
    case Self.onWall: Self.read(value, into: &wall)
    case Self.skipping: skip(value)
    default: false
    }
  }

  private mutating func skip(_ name: String) -> Bool {
    if name == "none" {
      skippedSteps = []
      return true
    }
    guard let step = FirstStep(rawValue: name) else { return false }
    skippedSteps.insert(step)
    return true
  }

  private static func read(_ text: String, into switched: inout Bool) -> Bool {
    guard text == "on" || text == "off" else { return false }
    switched = text == "on"
    return true
  }

  private static func read<Choice: RawRepresentable<String>>(
    _ text: String, into choice: inout Choice
  ) -> Bool {
    guard let value = Choice(rawValue: text) else { return false }
    choice = value
    return true
  }
}

extension DeviceSettings.WeekStart {
  /// How many days of a week are before a weekday.
  ///
  /// - Parameter number: 1 for Monday to 7 for Sunday.
  func daysBefore(weekday number: Int) -> Int {
    let first = [.monday: 1, .saturday: 6][self] ?? 7
    return (number - first + 7) % 7
  }

  /// `days` of a week from Monday on, beginning with this day.
  func ordered<Day>(_ days: [Day]) -> [Day] {
    guard days.count == 7 else { return days }
    let start = (7 - daysBefore(weekday: 1)) % 7
    return Array(days[start...] + days[..<start])
  }
}

/// What somebody may do first in a vault without notes.
enum FirstStep: String, CaseIterable, Sendable { case who, kinds, photos, note }
