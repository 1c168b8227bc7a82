internal import VaultFormat

/// What is written beside the ordinary days, and the files.
extension Chronicle {
  mutating func add(_ path: String, _ keys: [(String, String)], _ body: String) {
    let head = keys.map { "\($0): \($1)\n" }.joined()
    taken.insert(path)
    files.append(DemoFile(path: path, content: .text("---\n\(head)---\n\n\(body)\n")))
  }

  mutating func settings() {
    let text = String(decoding: PackageResources.config_yaml, as: UTF8.self)
    files.append(DemoFile(path: ".tl/config.yaml", content: .text(text)))
    files.append(DemoFile(path: ".tl/.gitignore", content: .text("/local/\n")))
  }

  // MARK: - Pages

  mutating func pages() {
    let start = today.adding(years: -11) ?? today
    let lastYear = today.adding(years: -1) ?? today
    for person in family {
      let slug = Slug.of(person.name)
      let keys = [
        ("tl", "person"), ("title", person.name), ("birthday", "\(person.birthday)"),
        ("role", person.role), ("avatar", "\(slug).jpg"),
      ]
      add("people/\(slug).md", head(on: start) + keys, "\(person.name), \(person.role).")
      var look = person.look
      look.isChild = person.age(on: today) < 13
      let photo = DemoPhoto(
        scene: .portrait, width: 800, height: 800, people: [look], seed: dice.next(),
        time: NoteTime(
          day: today.adding(months: -2) ?? today, secondOfDay: 43_200, zone: home.zone),
        latitude: home.latitude, longitude: home.longitude, month: 6)
      files.append(
        DemoFile(path: "people/\(slug).media/\(slug).jpg", content: .photo(photo)))
    }
    for row in text.rows["k"] ?? [] { tracker(row) }
    add(
      "circles/grandparents.md",
      head(on: start) + [
        ("tl", "circle"), ("title", "Grandparents"), ("contributors", "[Bà Hoa, Oma Gisela]"),
        ("viewers", "[Opa Werner, Tante Katrin]"),
      ], "What the grandparents would ask for anyway.")
    let opening = family[2].birthday.adding(years: 18) ?? today
    add(
      "letters/\(lastYear)-201500.md",
      head(on: lastYear) + [
        ("title", "For the day you are eighteen"), ("category", "Family"), ("author", "Anna"),
        ("people", "[Linh]"), ("open_after", "\(opening)"),
      ],
      "Dear Linh,\n\nI am writing this at the kitchen table, and you are ten and asleep, with one arm out "
        + "of the bed as if you were hailing a taxi. Today you asked me whether the sea is switched off at "
        + "night. I said no. I hope that you still ask.\n\nMama")
  }

  /// The keys that every file begins with.
  private mutating func head(on day: CalendarDay) -> [(String, String)] {
    let time = NoteTime(day: day, secondOfDay: 72_900, zone: home.zone)
    return [("id", NoteID.random(using: &dice).text), ("created", time.rfc3339)]
  }

  private mutating func tracker(_ row: [String]) {
    let numbers = row[6...8].map { Int($0) ?? 1 }
    var events: [String] = []
    var day = today.number
    while day > today.number - max(400, numbers[0] * 14) {
      let minute = 7 * 60 + dice.below(50)
      let time = NoteTime(
        day: CalendarDay(clamping: day), secondOfDay: minute * 60, zone: home.zone)
      var event = "- \(time.rfc3339)"
      if row[5] == "last" {
        event += " = \(numbers[2] - (today.number - day) / 16)"
      } else if numbers[2] > 0 {
        event += " = \(dice.from(numbers[1], to: numbers[2]))"
      }
      let words = FamilyText.list(row[9])
      if !words.isEmpty, dice.chance(0.12) { event += ": \(pick(words))" }
      events.append(event)
      day -= numbers[0] + (dice.chance(0.3) ? 1 : 0)
    }
    let keys = zip(["title", "icon", "unit", "every", "goal", "aggregate"], row)
      .filter { !$1.isEmpty }
    add(
      "trackers/\(Slug.of(row[0])).md",
      head(on: CalendarDay(clamping: day)) + [("tl", "tracker")] + keys,
      "## Log\n\n" + events.reversed().joined(separator: "\n"))
  }

  // MARK: - Days that are not ordinary

  mutating func milestones() {
    for row in text.rows["m"] ?? [] {
      for child in 2...3 {
        let day = family[child].birthday.number + (Int(row[1]) ?? 0) + dice.below(9)
        guard day <= today.number, child == 2 || !row[3].contains("She ") else { continue }
        let index = write(text.topic("portrait"), home, CalendarDay(clamping: day))
        notes[index].title = row[2]
        notes[index].body = row[3]
        notes[index].people = [child]
        notes[index].keys += [("milestone", row[0])]
      }
    }
    for index in notes.indices.suffix(3) { notes[index].keys.append(("pinned", "true")) }
  }

  mutating func birthdays() {
    for (index, person) in family.enumerated() {
      for year in (today.year - 10)...today.year {
        let age = year - person.birthday.year
        guard age > 0, let day = person.birthday.adding(years: age), day <= today else { continue }
        let note = write(text.topic("cake"), home, day)
        notes[note].title = "\(person.name) is \(age)"
        if age == 1 { notes[note].keys.append(("milestone", "first-birthday")) }
        notes[note].people = Array(Set(notes[note].people + [index])).sorted()
      }
    }
  }

  mutating func prompts() {
    for (number, row) in (text.rows["q"] ?? []).enumerated() {
      let day = CalendarDay(clamping: today.number - number * 23 - 1)
      let note = write(text.topic("small"), home, day)
      notes[note].title = ""
      notes[note].body = row[1].replacing("{child}", with: "Linh")
      notes[note].keys.append(("prompt", row[0]))
    }
  }

  /// Notes of days, the last with what has been so far.
  mutating func days(_ count: Int) {
    for back in 0..<count {
      let day = CalendarDay(clamping: today.number - back)
      let items = (text.rows["d"] ?? []).filter { row in
        let hour = Int(row[0]) ?? 0
        return dice.chance(0.4) && (back > 0 || hour < 9) || hour == 6
      }
      let lines = items.map { row in
        "- \(twoDigits(Int(row[0]) ?? 0)):\(dice.from(10, to: 59)) \(row[1])"
      }
      let time = NoteTime(day: day, secondOfDay: 22_000, zone: home.zone).rfc3339
      add(
        "\(folder(day))/\(day).md",
        [("id", ProvisionalID.ofDay(day).text), ("created", time), ("tags", "[daily]")],
        lines.joined(separator: "\n"))
    }
  }

  mutating func recordings(_ count: Int) {
    for number in 0..<count {
      let back = number == 0 ? 2 : dice.from(5, to: 3900)
      let note = write(text.topic("sound"), home, CalendarDay(clamping: today.number - back))
      notes[note].hasSound = true
    }
    notes.sort { $0.time.seconds > $1.time.seconds }
  }

  // MARK: - Files

  /// Gives each note its path, so that others may link to it.
  mutating func name() {
    for index in notes.indices {
      let note = notes[index]
      let first = note.title.isEmpty ? String(note.body.prefix { $0 != "\n" }) : note.title
      let stem = "\(folder(note.time.day))/\(note.time.day)-\(Slug.of(first))"
      var (path, number) = ("\(stem).md", 1)
      while !taken.insert(path).inserted {
        number += 1
        path = "\(stem)-\(number).md"
      }
      notes[index].path = path
    }
  }

  /// `2026/11`.
  private func folder(_ day: CalendarDay) -> String { "\(day.year)/\(twoDigits(day.month))" }

  private func twoDigits(_ number: Int) -> Substring { String(number + 100).dropFirst() }

  /// Adds a note, its photos and its sound to the files.
  mutating func store(_ index: Int) {
    var note = notes[index]
    let day = note.time.day
    let earlier = notes[(index + 1)...].first { other in
      other.topic.name == note.topic.name && other.time.day.number < day.number - 40
        && !other.title.isEmpty
    }
    if let earlier, dice.chance(0.08), let words = next("link", of: text.words["link"] ?? []) {
      note.body += "\n\n\(words) [\(earlier.title)](../../\(earlier.path))"
    }
    var keys = [("id", note.id), ("created", note.time.rfc3339)]
    if dice.chance(0.3), day < today {
      let later = note.time.seconds + Int64(dice.from(90, to: 50_000))
      keys.append(("updated", NoteTime(instant: later, zone: home.zone).rfc3339))
    }
    if !note.people.isEmpty {
      keys.append(("people", "[\(note.people.map { family[$0].name }.joined(separator: ", "))]"))
    }
    let body = note.title.isEmpty ? note.body : "# \(note.title)\n\n\(note.body)"
    add(note.path, keys + note.keys, body)
    let media = note.path.dropLast(3) + ".media"
    for number in 0..<note.photos {
      let photo = photo(note, number: number)
      let second = photo.time.secondOfDay
      let clock = [second / 3600, second / 60 % 60, second % 60].map(twoDigits).joined()
      let name = "IMG_\("\(photo.time.day)".replacing("-", with: ""))_\(clock).jpg"
      files.append(DemoFile(path: "\(media)/\(name)", content: .photo(photo)))
    }
    if note.hasSound {
      let sound = DemoFile.Content.sound(dice.from(4, to: 9), dice.next())
      files.append(DemoFile(path: "\(media)/recording.wav", content: sound))
    }
  }

  /// What the grandparents said.
  mutating func comments(_ count: Int) {
    let shared = notes.filter { note in note.keys.contains { $0.0 == "circles" } }
    for number in 0..<count {
      let note = pick(Array(shared.prefix(20)))
      let hours = dice.from(2, to: 30)
      let time = NoteTime(
        instant: min(
          note.time.seconds + Int64(hours * 3600), Int64(today.number) * 86_400 + 20_000),
        zone: home.zone)
      let id = NoteID.random(using: &dice).text
      let words = next("comment", of: text.words["comment"] ?? []) ?? ""
      add(
        "comments/\(folder(time.day))/\(time.day)-\(id.prefix(8)).md",
        [
          ("id", id), ("created", time.rfc3339), ("tl", "comment"), ("comment_on", note.id),
          ("author", family[4 + number % 2].name), ("circles", "[Grandparents]"),
        ], words)
    }
  }

  /// A book of what Emil did for the first time.
  mutating func book() {
    let chapters = [("The first year", "Family"), ("Away", "Travel"), ("At the table", "Kitchen")]
    let parts = chapters.map { title, category in
      let chosen = notes.filter { note in
        note.photos > 0 && !note.title.isEmpty
          && note.keys.contains { $0 == ("category", category) }
      }
      let lines = chosen.prefix(12).reversed().map { "- [\($0.title)](../\($0.path))" }
      return "## \(title)\n\n" + lines.joined(separator: "\n")
    }
    add(
      "books/last-year.md",
      head(on: today.adding(months: -1) ?? today) + [
        ("tl", "book"), ("title", "Last year"), ("subtitle", "For the grandparents"),
        ("author", "Anna"), ("layout", "modern"), ("language", "en"),
      ], parts.joined(separator: "\n\n"))
  }
}
