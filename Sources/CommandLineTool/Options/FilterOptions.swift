import ArgumentParser
internal import VaultFormat
internal import VaultIndex

/// What a list is narrowed down to, and its order.
struct FilterOptions: ParsableArguments {
  @Option(
    name: [.customShort("t", allowingJoined: true), .long],
    help: "Only notes with this tag or one nested in it (can be repeated: all have to be there)",
    completion: TagCompletion.kind)
  var tag: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only notes with at least one of these tags (can be repeated)", valueName: "tag"),
    completion: TagCompletion.kind)
  var anyTag: [String] = []

  @Option(
    help: ArgumentHelp("Only notes without this tag (can be repeated)", valueName: "tag"),
    completion: TagCompletion.kind)
  var notTag: [String] = []

  @Option(help: ArgumentHelp("Only notes of that day or later", valueName: "date"))
  var since: String?

  @Option(help: ArgumentHelp("Only notes of that day or earlier", valueName: "date"))
  var until: String?

  @Option(help: ArgumentHelp("Only notes of that day, month or year", valueName: "date"))
  var on: String?

  @Flag(help: "Only pinned notes")
  var pinned = false

  @Option(
    help: "Only notes of this kind: text, photo, audio, video or mixed (can be repeated)",
    completion: .list(NoteKind.allCases.map(\.rawValue)))
  var kind: [String] = []

  @Option(
    help: ArgumentHelp("Only notes that have something: media", valueName: "what"),
    completion: .list(["media"]))
  var has: String?

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Only notes whose key has this value (can be repeated); KEY= where it is missing",
      valueName: "key=value"))
  var properties: [String] = []

  @Option(help: ArgumentHelp("Only notes that this regular expression matches", valueName: "re"))
  var regex: String?

  @Option(
    name: .customLong("not"),
    help: ArgumentHelp("Only notes without this word (can be repeated)", valueName: "word"))
  var excluded: [String] = []

  @Flag(help: "Tell upper from lower case")
  var exactCase = false

  @Flag(help: "Tell letters with accents from those without")
  var exactAccents = false

  @Option(help: ArgumentHelp("Order: created, updated, date, title or order", valueName: "key"))
  var sort: SortKey = .created

  @Flag(help: "Turn the order round")
  var reverse = false

  @Option(
    name: [.customShort("n", allowingJoined: true), .long],
    help: ArgumentHelp("At most so many notes", valueName: "count"))
  var number: Int?

  @Option(help: ArgumentHelp("Leave out the first so many notes", valueName: "count"))
  var offset = 0

  func validate() throws {
    if let number, number < 0 { throw ValidationError("-n takes a number from 0 on") }
    if offset < 0 { throw ValidationError("--offset takes a number from 0 on") }
    if let has, has != "media" { throw ValidationError("--has knows only: media") }
  }

  var order: TimelineOrder { TimelineOrder(sort.key, isReversed: reverse) }

  /// The conditions as a query; `text` is that of a search.
  func query(_ text: String, _ parser: QueryParser) throws -> NoteQuery {
    var query = NoteQuery()
    query.folding = FoldingOptions(ignoresCase: !exactCase, ignoresAccents: !exactAccents)
    try parser.read(text, into: &query)
    query.excludedTexts += try excluded.map(Self.word)
    query.tags += try tag.map(readTag)
    query.anyTags += try anyTag.flatMap(readTags)
    query.excludedTags += try notTag.map(readTag)
    if let since { query.times.append(.since(try parser.date(since))) }
    if let until { query.times.append(.until(try parser.date(until))) }
    if let on { query.times.append(.on(try parser.date(on))) }
    query.timeKey = sort.timeKey
    if pinned { query.isPinned = true }
    for kind in kind { query.kinds.insert(try parser.kind(kind)) }
    if has != nil { query.hasMedia = true }
    query.properties += try properties.map(Self.condition)
    query.pattern = regex
    return query
  }

  private func readTag(_ text: String) throws -> Tag {
    if let tag = Tag(text) { return tag }
    throw CommandError("a tag cannot be empty", status: .wrongUsage)
  }

  /// One tag, or several between commas.
  private func readTags(_ text: String) throws -> [Tag] {
    let tags = try text.split(separator: ",").map { try readTag(String($0)) }
    guard !tags.isEmpty else {
      throw CommandError("a tag cannot be empty", status: .wrongUsage)
    }
    return tags
  }

  private static func word(_ text: String) throws -> String {
    guard !text.isEmpty else {
      throw CommandError("--not needs a word", status: .wrongUsage)
    }
    return text
  }

  private static func condition(_ text: String) throws -> PropertyCondition {
    guard let equals = text.firstIndex(of: "=") else {
      guard !text.isEmpty else {
        throw CommandError(
          "--where needs KEY=VALUE", hint: "such as --where mood=calm", status: .wrongUsage)
      }
      return PropertyCondition(text, .present)
    }
    let key = String(text[..<equals])
    let value = String(text[text.index(after: equals)...])
    guard !key.isEmpty else {
      throw CommandError(
        "--where needs a key before the =", hint: "such as --where mood=calm", status: .wrongUsage)
    }
    return PropertyCondition(key, value.isEmpty ? .absent : .equals(value))
  }
}

/// By what a list is ordered.
enum SortKey: String, ExpressibleByArgument, CaseIterable {
  case created, updated, date, title, order

  var key: TimelineOrder.Key {
    switch self {
    case .created: .created
    case .updated: .updated
    case .date: .date
    case .title: .title
    case .order: .order
    }
  }

  /// The time that `--since` and its like look at: that of the order.
  var timeKey: NoteQuery.TimeKey {
    switch self {
    case .updated: .updated
    case .date: .date
    default: .created
    }
  }
}
