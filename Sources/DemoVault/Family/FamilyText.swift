internal import VaultFormat

/// What a family writes about, as `Data/family.txt` says it.
struct FamilyText: Sendable {
  struct Topic: Sendable {
    var name: String
    var category: String
    var tags: [String]
    var scenes: [Scene]
    var months: [Int]
    var hours: [Int]
    /// Lines by their kinds.
    var lines: [Substring: [String]] = [:]
  }

  struct Place: Sendable {
    var name: String
    var latitude: Double
    var longitude: Double
    var topics: [String]
    var landmarks: [String]
    var zone: TimeZoneRules
    /// Where it is never winter.
    var isWarm: Bool
  }

  /// By name.
  private(set) var topics: [String: Topic] = [:]
  /// The first is home.
  private(set) var places: [Place] = []
  /// The cells of the other lines, by their kinds.
  private(set) var rows: [Substring: [[String]]] = [:]
  private(set) var words: [String: [String]] = [:]

  static let shared = FamilyText(String(decoding: PackageResources.family_txt, as: UTF8.self))

  private init(_ text: String) {
    var name = ""
    for line in text.split(separator: "\n") where line.first != "#" {
      let (kind, rest) = (line.prefix(1), String(line.dropFirst(2)))
      let cells = Self.cells(rest)
      switch kind {
      case "@":
        name = cells[0]
        topics[name] = Topic(
          name: name, category: cells[1], tags: Self.list(cells[2]),
          scenes: cells[3].split(separator: " ").compactMap { Scene(rawValue: String($0)) },
          months: Self.range(cells[4], of: 12), hours: Self.range(cells[5], of: 24))
      case "a", "b", "c", "l": topics[name]?.lines[kind, default: []].append(rest)
      case "p": places.append(Self.place(cells))
      case "w": words[cells[0]] = Self.list(cells[1])
      default: rows[kind, default: []].append(cells)
      }
    }
  }

  func topic(_ name: String) -> Topic {
    topics[name]
      ?? Topic(name: name, category: "Day", tags: [], scenes: [], months: [], hours: [9])
  }

  /// Those of a line, without the blanks around them.
  static func cells(_ line: String) -> [String] {
    line.split(separator: "|", omittingEmptySubsequences: false).map {
      String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }

  static func list(_ cell: String) -> [String] {
    cell.split(separator: ", ").map(String.init)
  }

  /// `11-2` are 11, 12, 1 and 2.
  private static func range(_ cell: String, of count: Int) -> [Int] {
    let ends = cell.split(separator: "-").compactMap { Int($0) }
    guard let first = ends.first, let last = ends.last else { return [] }
    return (first...(last < first ? last + count : last)).map { ($0 - 1) % count + 1 }
  }

  private static func place(_ cells: [String]) -> Place {
    let zone = cells[3].split(separator: " ")
    let base = (zone.first.flatMap { Int($0) } ?? 0) * 3600
    let rules = TimeZoneRules { instant in
      guard zone.count > 1 else { return base }
      let year = NoteTime(instant: instant, zone: .utc).day.year
      let (spring, autumn) = (lastSunday(3, year), lastSunday(10, year))
      return base + (spring..<autumn ~= Int(instant - 3600) ? 3600 : 0)
    }
    return Place(
      name: cells[0], latitude: Double(cells[1]) ?? 0, longitude: Double(cells[2]) ?? 0,
      topics: cells[4].split(separator: " ").map(String.init), landmarks: list(cells[5]),
      zone: rules, isWarm: zone.first == "7")
  }

  /// The midnight in UTC, in seconds since 1970-01-01, at which a month's last Sunday begins.
  private static func lastSunday(_ month: Int, _ year: Int) -> Int {
    let last = CalendarDay(year: year, month: month, day: 31)?.number ?? 0
    // 1970-01-04 was a Sunday.
    return (last - (last - 3) % 7) * 86_400
  }
}

/// Somebody of the family.
struct Relative {
  var name: String
  var role: String
  var birthday: CalendarDay
  var look: Look

  func age(on day: CalendarDay) -> Int {
    let (born, now) = (birthday.components, day.components)
    return now.year - born.year - ((now.month, now.day) < (born.month, born.day) ? 1 : 0)
  }

  /// Those of a vault that is made on a day.
  static func all(_ text: FamilyText, today: CalendarDay) -> [Relative] {
    (text.rows["r"] ?? []).map { row in
      let numbers = row[2].split(separator: " ").compactMap { Int($0) } + [0, 0]
      let colours = row[3].split(separator: " ").compactMap { Int($0, radix: 16) } + [0, 0, 0]
      let birthday = CalendarDay(clamping: today.number + numbers[1]).adding(years: -numbers[0])
      let look = Look(
        skin: colours[0], hair: colours[1], shirt: colours[2], style: Int(row[4]) ?? 0,
        hasGlasses: row[5] == "glasses", hasBeard: row[5] == "beard")
      return Relative(name: row[0], role: row[1], birthday: birthday ?? today, look: look)
    }
  }
}
