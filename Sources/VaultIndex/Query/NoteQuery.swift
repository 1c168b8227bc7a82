package import VaultFormat

/// Which notes someone asks for, as a value: the command line, the web page and saved queries all make one.
///
/// Every condition has to hold. An empty query lets every note through.
package struct NoteQuery: Sendable {
  /// Texts that have to be in the title, the body, a tag, the file's name or another name of the note.
  package var texts: [String] = []
  /// Texts that must not be there.
  package var excludedTexts: [String] = []
  /// How texts and property values are compared.
  package var folding = FoldingOptions()
  /// A regular expression that the title or the body matches.
  package var pattern: String?
  /// Each has to be on the note, itself or as the parent of a nested tag.
  package var tags: [Tag] = []
  /// At least one has to be on the note, if there are any.
  package var anyTags: [Tag] = []
  package var excludedTags: [Tag] = []
  /// Conditions on the time that `timeKey` names.
  package var times: [TimeCondition] = []
  package var timeKey: TimeKey = .date
  package var isPinned: Bool?
  /// The note has to be of one of these kinds, if there are any; one with several kinds of media is of each.
  package var kinds: Set<NoteKind> = []
  package var hasMedia: Bool?
  /// A medium of each of these kinds has to be there.
  package var mediaKinds: Set<MediaKind> = []
  package var properties: [PropertyCondition] = []

  package enum TimeCondition: Hashable, Sendable {
    case since(DateExpression)
    case until(DateExpression)
    case on(DateExpression)

    func holds(for time: NoteTime) -> Bool {
      switch self {
      case .since(let date): date.isOnOrAfterStart(time)
      case .until(let date): date.isBeforeEnd(time)
      case .on(let date): date.contains(time)
      }
    }
  }

  package enum TimeKey: String, Hashable, Sendable {
    case created, updated, date
  }

  package init() {}

  /// True where nothing is asked for.
  package var isEmpty: Bool {
    texts.isEmpty && excludedTexts.isEmpty && pattern == nil && tags.isEmpty && anyTags.isEmpty
      && excludedTags.isEmpty && times.isEmpty && isPinned == nil && kinds.isEmpty
      && hasMedia == nil && mediaKinds.isEmpty
      && properties.isEmpty
  }
}
