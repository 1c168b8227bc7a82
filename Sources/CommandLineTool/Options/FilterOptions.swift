import ArgumentParser
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

/// The filters and the order of a list.
struct FilterOptions: ParsableArguments {
  @Option(
    name: [.customShort("t", allowingJoined: true), .long],
    help:
      "Only notes with this tag or one nested in it (can be repeated, or a,b: all have to be there)",
    completion: .tags)
  var tag: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only notes with at least one of these tags (can be repeated, or a,b)", valueName: "tag"),
    completion: .tags)
  var anyTag: [String] = []

  @Option(
    help: ArgumentHelp("Only notes without this tag (can be repeated, or a,b)", valueName: "tag"),
    completion: .tags)
  var notTag: [String] = []

  @Option(help: ArgumentHelp("Only notes of that day or later", valueName: "date"))
  var since: String?

  @Option(help: ArgumentHelp("Only notes of that day or earlier", valueName: "date"))
  var until: String?

  @Option(help: ArgumentHelp("Only notes of that day, month or year", valueName: "date"))
  var on: String?

  @Flag(help: "Only pinned notes")
  var pinned = false

  @Flag(
    name: .customLong("no-pinned"), help: "Leave pinned notes in their place instead of first")
  var noPinned = false

  @Option(
    help: ArgumentHelp(
      "Only notes of this kind: photo, audio or video, alone or among others; mixed for several; text for none of them (can be repeated: one has to fit); milestone or memory"
    ),
    completion: .list(NoteKind.allCases.map(\.rawValue)))
  var kind: [String] = []

  @Option(
    name: .customLong("is"),
    help: ArgumentHelp(
      "Only files that are this: note, person, tracker, circle, book, comment, or any of them (can be repeated: one has to fit)",
      valueName: "what"),
    completion: .list(QueryParser.fileWords))
  var files: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Only notes of this category (can be repeated: one has to fit)", valueName: "name"),
    completion: .categories)
  var category: [String] = []

  @Flag(name: .customLong("fav"), help: "Only favourites")
  var favorites = false

  @Option(
    help: ArgumentHelp(
      "Only notes about this person, by any of the person's names (can be repeated: all have to be named)",
      valueName: "name"),
    completion: .people)
  var person: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only notes that have this: media, photo, audio, video or file (can be repeated: all have to be there)",
      valueName: "what"),
    completion: .list(MediaRequirement.allCases.map(\.rawValue)))
  var has: [MediaRequirement] = []

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Only notes whose key has this value (can be repeated); KEY where there is any, KEY= where it is missing",
      valueName: "key=value"))
  var properties: [String] = []

  @Option(help: ArgumentHelp("Only notes that this regular expression matches", valueName: "re"))
  var regex: String?

  @Option(
    name: .customLong("not"),
    help: ArgumentHelp("Only notes without this word (can be repeated)", valueName: "word"))
  var excluded: [String] = []

  @Flag(help: "Distinguish upper and lower case")
  var exactCase = false

  @Flag(help: "Distinguish letters with and without accents")
  var exactAccents = false

  @Option(
    help: ArgumentHelp(
      "Only notes within 5 km, or so many, of a place: a name that notes have, a city, or LAT,LON",
      valueName: "place[,km]"))
  var near: String?

  @Option(
    help: ArgumentHelp(
      "Order: date, created, updated, title, order or near, without pinned notes first",
      valueName: "key"))
  var sort: ListOrder?

  @Flag(help: "Reverse the order, without pinned notes first")
  var reverse = false

  @Option(
    name: [.customShort("n", allowingJoined: true), .long],
    help: ArgumentHelp("At most COUNT notes", valueName: "count"))
  var number: Int?

  @Option(help: ArgumentHelp("Skip the first COUNT notes", valueName: "count"))
  var offset = 0

  func validate() throws {
    try check(number: number)
    try check(number: offset, of: "--offset")
  }

  var order: TimelineOrder {
    TimelineOrder(
      sort?.key ?? .date, isReversed: sort == .near ? false : reverse,
      hasPinnedFirst: sort == nil && !reverse && !noPinned)
  }

  /// The filters as a query; `text` is the query of a search.
  func query(_ text: String, _ parser: QueryParser) throws -> NoteQuery {
    var query = NoteQuery()
    query.folding = FoldingOptions(ignoresCase: !exactCase, ignoresAccents: !exactAccents)
    try parser.read(text, into: &query)
    query.excludedTexts += try excluded.map(Self.word)
    query.tags += try tag.flatMap(TagWords.tags)
    query.anyTags += try anyTag.flatMap(TagWords.tags)
    query.excludedTags += try notTag.flatMap(TagWords.tags)
    if let since { query.times.append(.since(try parser.date(since))) }
    if let until { query.times.append(.until(try parser.date(until))) }
    if let on { query.times.append(.on(try parser.date(on))) }
    query.timeKey = order.key
    if pinned { query.isPinned = true }
    for kind in kind { try parser.read(kind: kind, into: &query) }
    for word in files { query.files = (query.files ?? []).union(try parser.files(word)) }
    if has.contains(.media) { query.hasMedia = true }
    query.mediaKinds = Set(has.compactMap(\.kind))
    query.properties += try properties.map(Self.condition)
    if favorites { query.properties.append(.isTrue(KnownKey.favorite.name)) }
    if !category.isEmpty {
      query.properties.append(
        PropertyCondition(KnownKey.category.name, .isOne(of: category)))
    }
    for name in person { try parser.read(prefix: "person", name, into: &query) }
    if let near { try parser.read(prefix: "near", near, into: &query) }
    query.pattern = regex
    try parser.check(query)
    return query
  }

  private static func word(_ text: String) throws -> String {
    guard !text.isEmpty else {
      throw Problem(usage: "--not needs a word")
    }
    return text
  }

  private static func condition(_ text: String) throws -> PropertyCondition {
    guard let equals = text.firstIndex(of: "=") else {
      guard !text.isEmpty else {
        throw Problem(usage: "--where needs KEY=VALUE", hint: "such as --where mood=calm")
      }
      return PropertyCondition(text, .present)
    }
    let key = String(text[..<equals])
    let value = String(text[text.index(after: equals)...])
    guard !key.isEmpty else {
      throw Problem(
        usage: "--where needs a key before the =", hint: "such as --where mood=calm")
    }
    return PropertyCondition(key, value.isEmpty ? .absent : .equals(value))
  }
}

/// The values of `--has`.
enum MediaRequirement: String, ExpressibleByArgument, CaseIterable {
  /// Any of the others.
  case media
  case photo, audio, video, file

  /// Nil for any kind.
  fileprivate var kind: MediaKind? { MediaKind(rawValue: rawValue) }
}

/// The values of `--sort`.
enum ListOrder: String, ExpressibleByArgument, CaseIterable {
  case created, updated, date, title, order
  /// By the distance from the place of `near:`, nearest first.
  case near

  /// Nil for the order by distance, which an index does not know.
  var key: TimelineOrder.Key? { TimelineOrder.Key(rawValue: rawValue) }
}

/// Tags as they are written on a command line.
enum TagWords {
  static func tags(in text: String) throws -> [Tag] {
    let tags = Tag.list(in: text)
    guard !tags.isEmpty else { throw empty(text) }
    return tags
  }

  /// The notes and the tags of `NOTE... TAG...`, or of `TAG[,TAG] NOTE...` where the first word names no note.
  ///
  /// A single word is tags. The words that name notes end before the first that names none, and behind the last that
  /// can be nothing else; the last word is a tag.
  static func notesAndTags(
    in words: [String], of vault: OpenVault
  ) throws -> (notes: [String], tags: [Tag]) {
    let resolver = NoteResolver(vault)
    func isNote(_ word: String) -> Bool {
      NoteResolver.isCertain(word)
        || !word.hasPrefix("#") && (try? resolver.resolveAll(word)) != nil
    }
    guard let first = words.first, let last = words.last else { return ([], []) }
    let endsInNote = NoteResolver.isCertain(last)
    if words.count == 1, !endsInNote { return ([], try tags(in: first)) }
    let isOldOrder =
      endsInNote
      ? !NoteResolver.isCertain(first) : !isNote(first) && words.dropFirst().contains(where: isNote)
    if isOldOrder { return (Array(words.dropFirst()), try tags(in: first)) }
    guard !endsInNote else {
      throw Problem(
        usage: "which tag? \(last) is the name of a note", hint: "write the tags behind the notes")
    }
    let end = words.lastIndex(where: NoteResolver.isCertain).map { $0 + 1 } ?? 0
    let count = max(end, words.dropLast().prefix(while: isNote).count)
    // For the error that says so.
    if count == 0 { _ = try resolver.resolveAll(first) }
    return (Array(words[..<count]), try tags(in: words[count...].joined(separator: ",")))
  }

  static func tag(in text: String) throws -> Tag {
    guard let tag = Tag(text) else { throw empty(text) }
    return tag
  }

  /// The tags in words, such as `#kaia and #firsts`.
  static func text(of tags: [Tag]) -> String {
    tags.map { "#" + $0.text }.joined(last: "and")
  }

  private static func empty(_ text: String) -> Problem {
    Problem(
      usage: "'\(text)' is not a tag: it has only # and blanks", hint: "tl tag lists the tags")
  }
}
