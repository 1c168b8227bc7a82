package import VaultFormat

/// A query for notes.
///
/// All conditions must hold. An empty query matches every note.
package struct NoteQuery: Sendable {
  /// Texts that must be in the title, the body, a tag, the file name or an alias of the note.
  package var texts: [String] = []
  /// Texts that must not be in any of these.
  package var excludedTexts: [String] = []
  /// How texts and property values are compared.
  package var folding = FoldingOptions()
  /// A regular expression that must match the title or the body.
  package var pattern: String?
  /// Tags that the note must have, each itself or as the parent of a nested tag.
  package var tags: [Tag] = []
  /// Tags of which the note must have at least one, if there are any.
  package var anyTags: [Tag] = []
  package var excludedTags: [Tag] = []
  /// Conditions on the time of `timeKey`.
  package var times: [TimeCondition] = []
  /// The key of a time; any other key means the date.
  package var timeKey = TimelineOrder.Key.date
  package var isPinned: Bool?
  /// Kinds of which the note must be one, if there are any; a note with several kinds of media is of each.
  package var kinds: Set<NoteKind> = []
  /// Kinds of which the note must not be.
  package var excludedKinds: Set<NoteKind> = []
  /// What the file has to be, one of these; nil among them is an ordinary note, and no set is any file.
  package var files: Set<PageKind?>?
  package var hasMedia: Bool?
  /// Kinds of media that the note must have.
  package var mediaKinds: Set<MediaKind> = []
  /// Kinds of media that the note must not have.
  package var excludedMediaKinds: Set<MediaKind> = []
  package var properties: [PropertyCondition] = []

  package enum TimeCondition: Hashable, Sendable {
    case since(DateExpression)
    case until(DateExpression)
    case on(DateExpression)
    indirect case not(TimeCondition)

    func holds(for time: NoteTime) -> Bool {
      switch self {
      case .since(let date): date.isOnOrAfterStart(time)
      case .until(let date): date.isBeforeEnd(time)
      case .on(let date): date.contains(time)
      case .not(let condition): !condition.holds(for: time)
      }
    }
  }

  package init() {}

  package var isEmpty: Bool {
    isAnsweredByIndex && tags.isEmpty && anyTags.isEmpty && excludedTags.isEmpty && times.isEmpty
      && isPinned == nil && files == nil
  }

  /// The number of words and values, of which there can be any number.
  var conditionCount: Int {
    texts.count + excludedTexts.count + tags.count + anyTags.count + excludedTags.count
      + times.count + properties.count
  }

  /// The first circle that the notes have to be in, from whose centre their distances are measured.
  package var circle: CoordinateCircle? {
    properties.lazy.compactMap { condition in
      guard case .within(let circle) = condition.comparison, !condition.isNegated else {
        return nil
      }
      return circle
    }.first
  }
}

// MARK: - Conditions of a query's words

extension NoteQuery {
  /// Adds the condition of one prefix.
  mutating func add(_ part: NoteQuery) {
    tags += part.tags
    times += part.times
    isPinned = part.isPinned ?? isPinned
    kinds.formUnion(part.kinds)
    if let files = part.files { self.files = (self.files ?? []).union(files) }
    hasMedia = part.hasMedia ?? hasMedia
    mediaKinds.formUnion(part.mediaKinds)
    properties += part.properties
  }

  /// Adds that the condition of one prefix does not hold.
  mutating func exclude(_ part: NoteQuery) {
    excludedTags += part.tags
    times += part.times.map(TimeCondition.not)
    isPinned = part.isPinned.map { !$0 } ?? isPinned
    excludedKinds.formUnion(part.kinds)
    if let files = part.files {
      self.files = (self.files ?? Set([nil] + PageKind.allCases.map(Optional.some))).subtracting(
        files)
    }
    hasMedia = part.hasMedia.map { !$0 } ?? hasMedia
    excludedMediaKinds.formUnion(part.mediaKinds)
    properties += part.properties.map(\.negated)
  }
}

/// The kind of a note by its media: `text` without media, the kind of its media if all are of one kind, else `mixed`.
///
/// Files that are not photo, audio or video do not count.
package enum NoteKind: String, Hashable, Sendable, CaseIterable {
  case text, photo, audio, video, mixed

  /// Whether a query for this kind matches a note with these media: a note with several kinds matches each of them, and
  /// `mixed`.
  func holds(for media: Set<MediaKind>) -> Bool {
    switch self {
    case .text, .mixed: NoteKind(of: media) == self
    case .photo: media.contains(.photo)
    case .audio: media.contains(.audio)
    case .video: media.contains(.video)
    }
  }

  package init(of media: some Sequence<MediaKind>) {
    let kinds = Set(media).subtracting([.file])
    switch kinds.first {
    case nil: self = .text
    case .photo where kinds.count == 1: self = .photo
    case .audio where kinds.count == 1: self = .audio
    case .video where kinds.count == 1: self = .video
    default: self = .mixed
    }
  }
}

/// What is known of the names in a query, such as the other names of a person.
package protocol QueryResolver {
  /// The texts that a key may have in a note for what a query calls `name`, that name itself among them.
  func spellings(
    of name: String, for key: KnownKey
  ) throws(QueryParser.Failure) -> [String]

  /// The names of the person and the days of an age: `kaia 6m..12m`; nil if the text has no such form.
  func age(
    _ text: String
  ) throws(QueryParser.Failure) -> (names: [String], days: ClosedRange<CalendarDay>)?

  /// The circle around a place: `Tokyo,20`, `48.86,2.34,5`; nil if the text has no such form.
  func circle(_ text: String) throws(QueryParser.Failure) -> CoordinateCircle?
}

/// Knows only what a query says itself.
package struct PlainQueryResolver: QueryResolver {
  package init() {}

  package func spellings(of name: String, for key: KnownKey) -> [String] { [name] }

  package func age(_ text: String) -> (names: [String], days: ClosedRange<CalendarDay>)? { nil }

  package func circle(_ text: String) -> CoordinateCircle? { nil }
}
