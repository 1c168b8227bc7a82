internal import Journal
internal import Operations
internal import Sharing
internal import Synchronization
internal import VaultFormat
internal import VaultIndex

/// What the circles of a vault see of one state of it; the view of a circle is made when it is first asked for.
///
/// It reaches the whole vault. Who answers a member is given a `MemberView`.
final class CircleViews: Sendable {
  let circles: CircleBook
  let persons: PersonBook
  private let comments: CommentBook
  private let source: NoteSource
  private let snapshot: LiveSnapshot
  private let media: KnownMedia
  private let views: Mutex<Made<VaultPath, Dated>>
  private let memberViews: Mutex<Made<Set<VaultPath>, MemberView>>

  private struct Dated {
    let view: AudienceView
    /// Of the state that it was made of.
    let generation: UInt64
  }

  /// What was made of this state, and the last of earlier ones until it is made anew.
  private struct Made<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    var former: [Key: Value]
    var present: [Key: Value] = [:]

    mutating func keep(_ value: Value, of key: Key) {
      present[key] = value
      former[key] = nil
    }

    /// What some keys have is made anew.
    mutating func forget(where isOld: (Key) -> Bool) {
      for key in present.keys.filter(isOld) { former[key] = present.removeValue(forKey: key) }
    }

    /// For a later state, of which some keys are gone.
    func handedOver(where isWanted: (Key) -> Bool) -> [Key: Value] {
      former.merging(present) { $1 }.filter { isWanted($0.key) }
    }
  }

  /// - Parameter former: of another state, which costs this one only what has changed.
  init(
    _ source: NoteSource, _ snapshot: LiveSnapshot, _ comments: CommentBook, _ media: KnownMedia,
    after former: CircleViews?
  ) {
    (self.source, self.snapshot, self.media) = (source, snapshot, media)
    self.comments = comments
    let circles = source.circles(of: snapshot.index)
    self.circles = circles
    persons = source.persons(of: snapshot.index)
    let present = Set(circles.circles.map(\.path))
    views = Mutex(
      Made(
        former: former?.views.withLock { $0.handedOver { present.contains($0) } } ?? [:]))
    memberViews = Mutex(
      Made(
        former: former?.memberViews.withLock { $0.handedOver { present.isSuperset(of: $0) } }
          ?? [:]))
  }

  /// - Throws: as a scan does.
  func view(of circle: VaultPath) throws -> AudienceView {
    try views.withLock { try $0.present[circle]?.view ?? make(circle, &$0) }
  }

  /// - Parameter isRenewed: whether media may have come or gone, which no change of a note tells.
  private func make(
    _ circle: VaultPath, _ views: inout Made<VaultPath, Dated>, isRenewed: Bool = false
  ) throws -> AudienceView {
    let former = views.present[circle] ?? views.former[circle]
    let view = try AudienceView(
      of: source, snapshot.index, for: .circle(circle), media: media, after: former?.view,
      changed: isRenewed ? nil : former.flatMap { snapshot.paths(changedSince: $0.generation) },
      isKept: true)
    views.keep(Dated(view: view, generation: snapshot.generation), of: circle)
    return view
  }

  /// That of a member of some circles, if it is made already.
  func knownView(of circles: Set<VaultPath>) -> MemberView? {
    memberViews.withLock { $0.present[circles] }
  }

  /// What a member of some circles sees, who gets a note by the first of them that shows it.
  ///
  /// - Throws: as a scan does.
  func view(of circles: Set<VaultPath>) throws -> MemberView {
    let (known, former) = memberViews.withLock { ($0.present[circles], $0.former[circles]) }
    if let known { return known }
    let views = try circles.sorted().map { (circle: $0, view: try self.view(of: $0)) }
    let view = MemberView(
      views, SharedTalk(comments, for: circles, among: self.circles), authors: persons,
      after: former)
    memberViews.withLock { $0.keep(view, of: circles) }
    return view
  }

  /// As `view(of:)`, made anew since media of its notes have changed.
  func renewedView(of circles: Set<VaultPath>) throws -> MemberView {
    try views.withLock { views in
      for circle in circles { _ = try make(circle, &views, isRenewed: true) }
    }
    memberViews.withLock { $0.forget { !circles.isDisjoint(with: $0) } }
    return try view(of: circles)
  }

  /// Somebody whom a device belongs to; nil if no circle that let them in names them any more.
  ///
  /// - Parameters:
  ///   - person: the id of their page, which no other may have.
  ///   - circles: the ids of those that let them in.
  func member(_ person: String, of circles: Set<String>) -> Member? {
    guard let found = self.person(person) else { return nil }
    var roles: [VaultPath: Member.Part] = [:]
    let all = self.circles.circles
    for circle in all where circles.contains(circle.id.text) {
      guard all.count(where: { $0.id == circle.id }) == 1,
        let member = circle.members(in: persons).first(where: { $0.person?.path == found.path })
      else { continue }
      // A title that two circles have lets nobody read.
      let isClear = self.circles.circles(called: circle.title).count == 1
      roles[circle.path] = Member.Part(role: member.role, circle: isClear ? circle.title : nil)
    }
    guard !roles.isEmpty else { return nil }
    return Member(
      id: found.id, name: found.title, language: found.language ?? .english, parts: roles)
  }

  /// The only one whose page has an id.
  private func person(_ id: String) -> Person? {
    let found = persons.persons.filter { $0.id.text == id }
    return found.count == 1 ? found[0] : nil
  }

  /// That of the page of the person with an id; nil if it says none.
  func language(of person: String) -> Language? { self.person(person)?.language }
}

/// Somebody who reads as a member of circles.
struct Member: Hashable, Sendable {
  /// What somebody has in a circle.
  struct Part: Hashable, Sendable {
    let role: CircleRole
    /// The name by which notes are shown to the circle; nil if it is not the only one of that name.
    let circle: String?
  }

  /// Of the person's page.
  let id: NoteID
  let name: String
  let language: Language
  /// By the paths of the circles' pages.
  let parts: [VaultPath: Part]

  var circles: Set<VaultPath> { Set(parts.keys) }

  /// The circles in which they comment on a note, by name.
  func commented(_ note: MemberNote) -> [String] {
    parts.filter { note.circles.contains($0.key) && $0.value.role == .contributor }
      .compactMap(\.value.circle).sorted()
  }
}
