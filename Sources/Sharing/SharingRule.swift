internal import Journal
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Whether a note may leave, decided by its own front matter: no folder, link or search lets a note out
/// (docs/vault-format.md, rule K-23).
struct SharingRule: Sendable {
  let audience: Audience
  let circles: CircleBook
  /// The pages of persons, some of which have no key `tl`.
  let persons: Set<VaultPath>
  /// The ids that several files store.
  let repeated: Set<NoteID>
  let zone: TimeZoneRules

  /// Nil for a note that does not ask to be shown to the audience.
  ///
  /// - Parameters:
  ///   - answer: to the owner, before the day of a seal.
  ///   - isPage: whether it is asked for a page, whose facts may then be shown with notes.
  func reason(
    for document: NoteDocument, at path: VaultPath, _ answer: Visibility.Answer,
    isPage: Bool = false
  ) -> SharingDecision.Reason? {
    guard let asked = request(of: document) else { return nil }
    if !isPage, Self.isPage(document) || persons.contains(path) {
      // A book is made of notes, in which no page asks to be; a comment names circles of its own.
      let asksNot = audience == .readers || PageKind(of: document) == .comment
      return asksNot ? nil : .isPage
    }
    guard case .shown = asked else { return asked }
    if document.frontMatter?.field(of: .conflictOf) != nil || ConflictCopyName(path) != nil {
      return .conflictCopy
    }
    if case .sealed(let day) = answer { return .sealed(until: day) }
    if let id = document.storedID, repeated.contains(id) { return .idOfSeveral }
    return Self.isReadable(document, zone: zone) ? asked : .unreadable
  }

  /// By which rule it asks, or why this cannot be told.
  private func request(of document: NoteDocument) -> SharingDecision.Reason? {
    guard Self.hasReadableFrontMatter(document) else {
      return audience == .readers || mayAsk(document) ? .unreadable : nil
    }
    let isPublished = document.truth(of: .publish)
    switch audience {
    case .readers: return .shown(rule: "chosen")
    case .everybody:
      guard let isPublished else { return .unreadable }
      return isPublished ? .shown(rule: KnownKey.publish.name) : nil
    case .circle(let circle):
      guard let isPublished, document.areNames(.circles) else { return .unreadable }
      let answers = document.names(of: .circles).map { answer(to: $0, for: circle) }
      if let shown = answers.first(where: { $0?.isShown == true }) { return shown }
      return isPublished
        ? .shown(rule: KnownKey.publish.name) : answers.lazy.compactMap(\.self).first
    }
  }

  /// To the name of a circle in a note; nil for that of another circle.
  private func answer(to name: String, for circle: VaultPath) -> SharingDecision.Reason? {
    let found = circles.circles(called: name)
    switch found.count {
    case 0: return .unknownCircle(name)
    case 1:
      guard found[0].path == circle else { return nil }
      return .shown(rule: "\(KnownKey.circles.name): \(found[0].title)")
    default: return found.contains { $0.path == circle } ? .ambiguousCircle(name) : nil
    }
  }

  // MARK: - What can be read

  /// Whether unreadable front matter has the name of a key in it that would let the note out.
  private func mayAsk(_ document: NoteDocument) -> Bool {
    let range = document.layout.frontMatter ?? 0..<min(document.bytes.count, 1 << 16)
    let text = String(decoding: document.bytes[range], as: UTF8.self)
    return audience.keys.contains { text.contains($0.name) }
  }

  private static func hasReadableFrontMatter(_ document: NoteDocument) -> Bool {
    document.frontMatter?.problem == nil && !document.layout.isUnclosed
      && document.foreignFrontMatter == nil
  }

  /// Whether the keys that hold a note back can be read; front matter with a key twice cannot be read at all.
  private static func isReadable(_ document: NoteDocument, zone: TimeZoneRules) -> Bool {
    let opening = document.frontMatter?.field(of: .openAfter)?.value
    let opens = opening.map { $0.isNull || document.openingDay(zone: zone) != nil } ?? true
    return opens && document.truth(of: .anonymous) != nil
  }

  /// Also a kind of page that a later version of tl may know.
  private static func isPage(_ document: NoteDocument) -> Bool {
    document.frontMatter?.field(of: .kind).map { !$0.value.isNull } ?? false
  }
}

extension SharingDecision.Reason {
  var isShown: Bool { if case .shown = self { true } else { false } }
}

extension NoteDocument {
  /// The value of a key that is true or false, as `flag(_:)`; nil if it is neither.
  func truth(of key: KnownKey) -> Bool? {
    guard let value = frontMatter?.field(of: key)?.value, !value.isNull else { return false }
    return value.text.flatMap { Bool(lenient: $0) }
  }
}
