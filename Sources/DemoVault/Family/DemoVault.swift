package import VaultFormat

/// A vault to look at: twelve years of a family, with 2,000 notes and 600 photos.
package struct DemoVault: Sendable {
  /// Notes and settings first, then media, of the newest notes first.
  package let files: [DemoFile]

  package static let noteCount = 2000
  package static let photoCount = 600

  /// The same files for the same day and seed.
  ///
  /// - Parameter today: what the vault is told from: a birthday is near, and the day has a past.
  package init(today: CalendarDay, seed: UInt64 = 1) {
    var chronicle = Chronicle(today: today, seed: seed)
    files = chronicle.written()
  }
}

/// A note that is being written.
struct DemoNote {
  var time: NoteTime
  var place: FamilyText.Place
  var topic: FamilyText.Topic
  var id: String
  var title: String
  var body: String
  var people: [Int] = []
  var keys: [(String, String)] = []
  /// How many are still to be taken.
  var photos = 0
  var hasSound = false
  var path = ""
}

/// Writes the notes of the family, from the first day to the last.
struct Chronicle {
  let today: CalendarDay
  let text = FamilyText.shared
  let family: [Relative]
  var dice: Dice
  var notes: [DemoNote] = []
  var files: [DemoFile] = []
  var taken: Set<String> = []
  /// What has not been drawn yet of lines that are used in turn.
  private var decks: [String: [String]] = [:]
  private var journeys: [(days: ClosedRange<Int>, place: FamilyText.Place)] = []

  init(today: CalendarDay, seed: UInt64) {
    self.today = today
    family = Relative.all(text, today: today)
    dice = Dice(seed)
  }

  var home: FamilyText.Place { text.places[0] }
  private var firstDay: CalendarDay { today.adding(years: -11) ?? today }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[dice.below(values.count)] }

  /// The next of some lines: none comes again before all have come.
  mutating func next(_ name: String, of lines: [String]) -> String? {
    if decks[name, default: []].isEmpty { decks[name] = lines.shuffled(using: &dice) }
    return decks[name]?.popLast()
  }

  // MARK: - Days

  mutating func written() -> [DemoFile] {
    settings()
    pages()
    travel()
    milestones()
    birthdays()
    prompts()
    for years in 1...11 {
      // The day, and the week, have a past.
      guard let day = today.adding(years: -years) else { continue }
      for days in [0, 0, -1, 2] { note(on: CalendarDay(clamping: day.number + days)) }
    }
    for name in ["walk", "kitchen", "portrait"] { write(text.topic(name), home, today) }
    for days in [1, 1, 1, 2, 3, 3, 4] { note(on: CalendarDay(clamping: today.number - days)) }
    let others = taken.count { $0.hasSuffix(".md") } + 26 + 24 + 36 + 1
    let span = Float(today.number - firstDay.number)
    while notes.count < DemoVault.noteCount - others {
      if dice.chance(0.33) {
        let days = pick(journeys).days
        note(on: CalendarDay(clamping: dice.from(days.lowerBound, to: days.upperBound)))
      } else {
        let share = dice.unit()
        let back = Int(span * share * (0.35 + 0.65 * share))
        note(on: CalendarDay(clamping: today.number - back))
      }
    }
    notes.sort { $0.time.seconds > $1.time.seconds }
    days(26)
    recordings(24)
    photos()
    name()
    for index in notes.indices { store(index) }
    comments(36)
    book()
    // Photos of the newest notes are drawn first.
    return files.filter { !$0.isDrawn } + files.filter(\.isDrawn)
  }

  /// Four journeys a year, and a winter in Vietnam every second one.
  private mutating func travel() {
    let (near, far) = (text.places.filter { !$0.isWarm }, text.places.filter(\.isWarm))
    for year in firstDay.year...today.year {
      for (month, length) in [(4, 4), (7, 11), (8, 5), (10, 6)] {
        let first = CalendarDay(year: year, month: month, day: dice.from(1, to: 20))?.number ?? 0
        let place = pick(Array(near.dropFirst()))
        if first + length < today.number { journeys.append((first...(first + length), place)) }
      }
      for (index, place) in far.enumerated() where year % 2 == 1 {
        let first = (CalendarDay(year: year, month: 2, day: 1)?.number ?? 0) + index * 4
        if first + 4 < today.number { journeys.append((first...(first + 3), place)) }
      }
    }
  }

  /// Where the family is, what for, and when on the day.
  private mutating func note(on day: CalendarDay) {
    let journey = journeys.first { $0.days.contains(day.number) }
    let place = journey?.place ?? home
    let fitting = place.topics.filter { text.topics[$0]?.months.contains(day.month) == true }
    var name = journey != nil && dice.chance(0.25) || fitting.isEmpty ? "small" : pick(fitting)
    if name == "small", family[2].age(on: day) < 3 { name = "reading" }
    write(text.topic(name), place, day)
  }

  // MARK: - Words

  /// The words of a note that are the same wherever they stand in it.
  private mutating func cast(_ day: CalendarDay, _ place: FamilyText.Place) -> [String: String] {
    var cast = ["town": place.name, "number": String(dice.from(3, to: 38))]
    for name in ["elder", "friend", "food", "thing"] {
      cast[name] = next(name, of: text.words[name] ?? [])
    }
    if place.isWarm { cast["elder"] = "Bà Hoa" }
    if place.name == home.name { cast["home"] = "" }
    cast["cook"] = cast["elder"] == "Bà Hoa" ? "vietnamese" : "german"
    for child in family[2...3] where child.birthday <= day {
      let age = child.age(on: day)
      if age < 2 { cast["baby"] = child.name }
      if age > 2 { cast["child"] = child.name }
    }
    return cast
  }

  /// A line with its words; nil if one of them is missing.
  private func filled(_ line: String, _ cast: [String: String]) -> String? {
    var result = ""
    var rest = line[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      guard let word = cast[String(rest[rest.index(after: open)..<close])] else { return nil }
      let before = (result + rest[..<open]).suffix(2)
      let isFirst = before.isEmpty || before == ". " || before == "| "
      result += rest[..<open] + (isFirst ? word.prefix(1).uppercased() + word.dropFirst() : word)
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  private mutating func line(
    _ kind: Substring, _ topic: FamilyText.Topic, _ cast: [String: String]
  ) -> String? {
    let lines = topic.lines[kind] ?? []
    for _ in 0..<lines.count {
      guard let next = next(topic.name + kind, of: lines) else { return nil }
      if let line = filled(next, cast) { return line }
    }
    return nil
  }

  @discardableResult
  mutating func write(
    _ topic: FamilyText.Topic, _ place: FamilyText.Place, _ day: CalendarDay
  ) -> Int {
    let cast = cast(day, place)
    let hour = pick(topic.hours)
    // This morning's notes are not of this evening.
    let latest = day == today ? min(hour, 7) : hour
    let time = NoteTime(
      day: day, secondOfDay: latest * 3600 + dice.below(3600), zone: place.zone)
    var paragraphs: [[String]] = [[]]
    func add(_ line: String?) { if let line { paragraphs[paragraphs.count - 1].append(line) } }
    let opening = FamilyText.cells(line("a", topic, cast) ?? "")
    add(opening.last)
    let length = dice.below(5)
    if length > 0 { add(line("b", topic, cast)) }
    if length > 3 { paragraphs.append([]) }
    if length > 2 { add(line("b", topic, cast)) }
    if length == 2 || length == 4 { add(line("c", topic, cast)) }
    var body = paragraphs.map { $0.joined(separator: " ") }.joined(separator: "\n\n")
    if topic.lines["l"] != nil, dice.chance(0.45) {
      let isPast = today.number - day.number > 20
      var items: Set<String> = []
      for _ in 0..<dice.from(3, to: 5) {
        guard let item = line("l", topic, cast), items.insert(item).inserted else { continue }
        let mark = topic.name == "desk" ? (isPast || dice.chance(0.5) ? "[x] " : "[ ] ") : ""
        body += (items.count == 1 ? "\n\n- " : "\n- ") + mark + item
      }
    }
    let title = dice.chance(0.8) ? opening[0] : ""
    var note = DemoNote(
      time: time, place: place, topic: topic, id: NoteID.random(using: &dice).text, title: title,
      body: body)
    note.people = family.indices.filter { index in
      body.contains(family[index].name) || title.contains(family[index].name)
    }
    note.keys.append(("category", topic.category))
    let tags = topic.tags.compactMap { filled($0, cast) }
    note.keys.append(("tags", "[\(tags.shuffled(using: &dice).prefix(2).joined(separator: ", "))]"))
    addPlace(&note)
    if dice.chance(0.03) { note.keys.append(("favorite", "true")) }
    if dice.chance(0.04), ["walk", "street", "lake", "reading"].contains(topic.name) {
      note.keys += [("author", "Anna"), ("publish", "true")]
    }
    if dice.chance(0.05), topic.category == "Family" || topic.category == "Travel" {
      note.keys.append(("circles", "[Grandparents]"))
    }
    if topic.name == "lake" || topic.name == "walk", dice.chance(0.1) {
      note.keys += [("tracker", "Running"), ("value", "\(dice.from(3, to: 11))")]
    }
    notes.append(note)
    return notes.count - 1
  }

  private mutating func addPlace(_ note: inout DemoNote) {
    let place = note.place
    let isHome = place.name == home.name
    if !isHome || dice.chance(0.5) {
      let landmarks = ["kitchen": "Kitchen", "garden": "Balcony"]
      let landmark = isHome ? landmarks[note.topic.name] : nil
      note.keys.append(("place", landmark ?? pick(place.landmarks)))
    }
    note.keys.append(("locality", place.name))
    let (north, east) = (Double(dice.unit()) - 0.5, Double(dice.unit()) - 0.5)
    note.place.latitude += north * 0.04
    note.place.longitude += east * 0.06
    note.keys.append(
      ("coordinates", "[\(decimals(note.place.latitude)), \(decimals(note.place.longitude))]"))
    guard dice.chance(0.45) || ["rain", "snow"].contains(note.topic.name) else { return }
    // One weather a day.
    var sky = Dice(UInt64(note.time.dayNumber))
    let month = Float(note.time.day.month)
    let season = place.isWarm ? 27 : 10 - 11 * cosine((month - 0.6) / 12 * 6.283)
    let usual = ["sunny", "sunny", "partly-cloudy", "cloudy", "windy", "foggy"][sky.below(6)]
    let weather = ["rain": "rainy", "snow": "snowy"][note.topic.name] ?? usual
    let degrees = Int(season + sky.from(-4, to: 4) as Float)
    note.keys.append(("weather", weather))
    note.keys.append(("temperature", "\(weather == "snowy" ? min(degrees, -1) : degrees)"))
  }

  private func decimals(_ degrees: Double) -> String {
    let parts = Int((abs(degrees) * 10_000).rounded())
    let rest = String(parts % 10_000 + 10_000).dropFirst()
    return "\(degrees < 0 ? "-" : "")\(parts / 10_000).\(rest)"
  }

  // MARK: - Media

  /// Gives notes their photos: those of today, of this day in other years and of the last weeks first.
  private mutating func photos() {
    let order = notes.indices.filter { !notes[$0].topic.scenes.isEmpty }.map { index in
      let day = notes[index].time.day
      let isToday = (day.month, day.day) == (today.month, today.day)
      let isDull = ["small", "reading", "health", "desk"].contains(notes[index].topic.name)
      let isAway = notes[index].place.name != home.name
      let weight = dice.unit() + (isToday ? 2 : 0) + (index < 90 ? 0.45 : 0)
      return (index, weight + (isAway ? 0.35 : 0) - (isDull ? 0.5 : 0))
    }
    var left = DemoVault.photoCount - family.count
    for (index, _) in order.sorted(by: { $0.1 > $1.1 }) where left > 0 {
      let count = min([1, 1, 1, 1, 2, 2, 3, 3, 4, 6][dice.below(10)], left)
      notes[index].photos = count
      left -= count
    }
  }

  mutating func photo(_ note: DemoNote, number: Int) -> DemoPhoto {
    let scene = pick(note.topic.scenes)
    let second = note.time.seconds - Int64(dice.from(20, to: 80) + number * 61)
    let time = NoteTime(seconds: second, offset: note.time.offset) ?? note.time
    var sizes = [(1200, 900), (1200, 900), (1260, 840), (1080, 1080)]
    switch scene {
    case .sea, .lake, .city, .terraces, .meadow, .night: sizes += [(1600, 640), (1440, 810)]
    case .group: break
    default: sizes += [(900, 1200), (900, 1200), (840, 1260)]
    }
    let size = pick(sizes)
    var shown = note.people
    if shown.isEmpty || dice.chance(0.2) { shown.append(dice.below(family.count)) }
    if scene == .group { shown += [0, 1, 2].filter { !shown.contains($0) } }
    let looks = shown.filter { family[$0].birthday <= time.day }.map { index in
      var look = family[index].look
      look.isChild = family[index].age(on: time.day) < 13
      return look
    }
    return DemoPhoto(
      scene: scene, width: size.0, height: size.1, people: looks.isEmpty ? [family[0].look] : looks,
      seed: dice.next(), time: time, latitude: note.place.latitude,
      longitude: note.place.longitude, month: note.place.isWarm ? 6 : time.day.month)
  }
}
