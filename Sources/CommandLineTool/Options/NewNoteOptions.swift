import ArgumentParser
internal import Journal
internal import Media
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

/// Options for a new note.
struct NewNoteOptions: ParsableArguments {
  @OptionGroup var topic: TopicOptions
  @OptionGroup var files: AttachedArguments
  @OptionGroup var copies: CopyArguments

  @Flag(help: "Pin the note")
  var pin = false

  @Option(help: ArgumentHelp("When it happened, if that is not now", valueName: "date"))
  var date: String?

  @Option(help: ArgumentHelp("When the note was written, if that is not now", valueName: "time"))
  var created: String?

  @Option(
    help: ArgumentHelp(
      "Where it was: a name that notes have or of a city, LAT,LON, or =NAME for the name alone",
      valueName: "place"))
  var place: String?

  @Option(help: ArgumentHelp("The weather, in a word", valueName: "word"))
  var weather: String?

  @Option(help: ArgumentHelp("Who wrote it", valueName: "name"), completion: .people)
  var author: String?

  @Option(
    help: ArgumentHelp("The prompt that it answers, of tl today prompt --list", valueName: "id"))
  var prompt: String?

  @Flag(name: .customLong("fav"), help: "Mark the note as a favourite")
  var favorite = false

  @Flag(help: "Mark the note as public")
  var publish = false

  @Flag(help: "Mark it as public, without who wrote it, whom it names, and where")
  var anonymous = false

  @Option(
    name: .customLong("open-after"),
    help: ArgumentHelp("Seal it until a day to come, as tl seal does", valueName: "day"))
  var openAfter: String?

  @Option(
    name: .customLong("open-at-age"),
    help: ArgumentHelp("Seal it until somebody is so old, as in 'kaia 18 years'", valueName: "age"))
  var openAtAge: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Set a key, as in tl set (can be repeated)", valueName: "key=value"))
  var assignments: [String] = []

  var attach: [String] { files.attach }

  /// Applies the options to a note.
  func apply(to note: inout NewNote, in vault: OpenVault) throws {
    note.isPinned = pin
    note.tags = topic.tags
    for (name, value) in [("--date", date), ("--created", created)] where value?.isEmpty == true {
      throw Problem(
        usage: "\(name) is empty", hint: "leave it out for now, or give a day or a time")
    }
    note.created = try created.flatMap { try time($0, "created", in: vault) }
    if let place { try apply(place: place, to: &note, in: vault) }
    if let day = try openingDay(in: vault) {
      note.assignments.append(FieldAssignment(.openAfter, .plain("\(day)")))
    }
    for text in keys + assignments {
      let assignment = try assignment(text, vault)
      guard assignment.known == .tags, !topic.tag.isEmpty else {
        note.assignments.append(assignment)
        continue
      }
      // Both give tags, and none may be lost.
      guard case .list(let tags)? = assignment.value else {
        throw Problem(
          usage: "-t and --set \(text) both set the tags", hint: "give all tags with -t")
      }
      note.tags = Tag.unique(note.tags + tags.compactMap { Tag($0) })
    }
  }

  /// The options that are short for `--set`.
  private var keys: [String] {
    func given(_ options: [(name: String, value: String?)]) -> [(name: String, value: String)] {
      options.compactMap { name, value in value.map { (name, $0) } }
    }
    return (given([("date", date)]) + topic.keys + given(texts)).map { "\($0)=\($1)" }
      + flags.filter(\.isSet).map { "\($0.key.name)=yes" }
  }

  /// The options whose value is that of the key of the same name.
  private var texts: [(name: String, value: String?)] {
    [("weather", weather), ("author", author), ("prompt", prompt)]
  }

  private var flags: [(option: String, key: KnownKey, isSet: Bool)] {
    [
      ("fav", .favorite, favorite), ("publish", .publish, publish),
      ("anonymous", .anonymous, anonymous),
    ]
  }

  private func apply(place: String, to note: inout NewNote, in vault: OpenVault) throws {
    let found = try PlaceFinder(vault).place(of: PlaceRequest(place))
    note.assignments += [
      found.name.map { FieldAssignment(.place, .text($0)) },
      found.locality.map { FieldAssignment(.locality, .text($0)) },
      found.coordinates.map { FieldAssignment(.coordinates, .yaml($0.yaml)) },
    ].compactMap(\.self)
  }

  /// When the note opens, if it is to be sealed.
  func openingDay(in vault: OpenVault) throws -> CalendarDay? {
    if openAfter != nil, openAtAge != nil {
      throw Problem(usage: "--open-after and --open-at-age cannot be used together")
    }
    return try openAfter.map { try OpeningDay.day($0, option: "--open-after", in: vault) }
      ?? openAtAge.map { try OpeningDay.day(ofAge: $0, option: "--open-at-age", in: vault) }
  }

  private func time(_ text: String, _ key: String, in vault: OpenVault) throws -> NoteTime? {
    guard case .plain(let written)? = try assignment("\(key)=\(text)", vault).value else {
      return nil
    }
    return NoteTime(written, zone: vault.zone)
  }

  private func assignment(_ text: String, _ vault: OpenVault) throws -> FieldAssignment {
    try FieldAssignment(text, now: vault.now.seconds, zone: vault.zone)
  }
}

// MARK: - Kept with a draft

extension NewNoteOptions {
  /// As words of a command line that keep their meaning: times are absolute, and so are paths.
  func words(_ surroundings: Surroundings) -> [String] {
    let (now, zone) = (surroundings.now(), surroundings.zone)
    func moment(_ assignment: String) -> String {
      let read = try? FieldAssignment(assignment, now: now, zone: zone)
      guard read?.known?.valueType == .time, case .plain(let time)? = read?.value else {
        return assignment
      }
      return "\(read?.key ?? "")=\(time)"
    }
    func value(_ key: String, _ text: String) -> String {
      String(moment("\(key)=\(text)").dropFirst(key.count + 1))
    }
    var words = topic.tag.map { "--tag=\($0)" }
    // Before the files, which are read with it.
    if let strip = copies.strip { words.append("--strip=\(strip.rawValue)") }
    if let max = copies.max { words.append("--max=\(max.pixels)") }
    words += attach.map { file in
      guard !file.hasPrefix("/"), let folder = SystemPath.current else { return "--attach=\(file)" }
      return "--attach=\(folder)/\(file)"
    }
    if copies.leavesPhotoDate { words.append("--no-photo-date") }
    if pin { words.append("--pin") }
    if let date { words.append("--date=\(value("date", date))") }
    if let created { words.append("--created=\(value("created", created))") }
    if let place { words.append("--place=\(place)") }
    if let openAfter {
      let day = try? DateExpression(openAfter, now: now, zone: zone, direction: .future)
        .startTime(zone: zone).day
      words.append("--open-after=\(day.map { "\($0)" } ?? openAfter)")
    }
    if let openAtAge { words.append("--open-at-age=\(openAtAge)") }
    if let category = topic.category { words.append("--category=\(category)") }
    words += texts.compactMap { name, value in value.map { "--\(name)=\($0)" } }
    words += flags.filter(\.isSet).map { "--\($0.option)" }
    words += topic.people.map { "--people=\($0)" }
    return words + assignments.map { "--set=\(moment($0))" }
  }

  /// Reads the options of a draft one by one, so that an invalid one does not affect the others.
  ///
  /// - Parameter isUsable: throws for options that tl cannot use.
  static func read(
    _ words: [String], isUsable: (NewNoteOptions) throws -> Void
  ) -> (options: NewNoteOptions, problems: [(word: String, error: any Error)]) {
    var usable: [String] = []
    var options = (try? NewNoteOptions.parse([])) ?? NewNoteOptions()
    var problems: [(word: String, error: any Error)] = []
    for word in words {
      do {
        let longer = try NewNoteOptions.parse(usable + [word])
        try isUsable(longer)
        (usable, options) = (usable + [word], longer)
      } catch {
        problems.append((word, error))
      }
    }
    return (options, problems)
  }
}

/// What new notes are about.
struct TopicOptions: ParsableArguments {
  @Option(
    name: [.customShort("t", allowingJoined: true), .long], help: "Add a tag (can be repeated)",
    completion: .tags)
  var tag: [String] = []

  @Option(name: .shortAndLong, help: "The category", completion: .categories)
  var category: String?

  @Option(
    help: ArgumentHelp("Who it is about (can be repeated, or a,b)", valueName: "names"),
    completion: .people)
  var people: [String] = []

  /// Without doubles.
  var tags: [Tag] { Tag.unique(tag.flatMap { Tag.list(in: $0) }) }

  /// The other options, as keys and values of `FieldAssignment`.
  var keys: [(name: String, value: String)] {
    let names = people.joined(separator: ",")
    return [("category", category), ("people", names.isEmpty ? nil : names)]
      .compactMap { name, value in value.map { (name, $0) } }
  }
}
