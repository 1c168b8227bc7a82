internal import Journal
internal import Publishing
internal import Rendering
internal import Sharing
internal import Synchronization
internal import VaultFormat
internal import VaultIndex

/// What a member sees: the notes that some circles are shown and the comments that these may read, and nothing else.
struct MemberView: Sendable {
  struct Month: Hashable, Sendable {
    let month: CalendarMonth
    /// Its notes among those of the view.
    let range: Range<Int>
  }

  /// Newest first.
  let notes: [MemberNote]
  /// Newest first, without empty months.
  let months: [Month]
  private let places: [String: Int]
  private let keptMonths = KeptMonths()

  /// - Parameters:
  ///   - views: of the circles.
  ///   - talk: what they may read.
  ///   - former: of an earlier state, whose texts are kept.
  init(
    _ views: [(circle: VaultPath, view: AudienceView)], _ talk: SharedTalk, authors: PersonBook,
    after former: MemberView?
  ) {
    func remark(_ comment: Comment) -> MemberRemark {
      let found = comment.author.map { authors.persons(called: $0) } ?? []
      return MemberRemark(comment: comment, author: found.count == 1 ? found[0].id : nil)
    }
    var notes: [MemberNote] = []
    var seen: [String: Int] = [:]
    for (circle, view) in views {
      for shared in view.notes {
        if let place = seen[shared.id] {
          notes[place].circles.insert(circle)
        } else {
          seen[shared.id] = notes.count
          let same = former?.note(shared.id).flatMap { $0.shared == shared ? $0 : nil }
          notes.append(
            MemberNote(
              shared: shared, view: view, circles: [circle],
              remarks: talk.comments(on: shared).map(remark), texts: same?.texts ?? MemberTexts()))
        }
      }
    }
    if views.count > 1 {
      notes.sort { a, b in
        a.shared.time.seconds == b.shared.time.seconds
          ? a.shared.id < b.shared.id : a.shared.time.seconds > b.shared.time.seconds
      }
    }
    self.notes = notes
    places = Dictionary(notes.enumerated().map { ($1.shared.id, $0) }) { first, _ in first }
    months = Self.months(of: notes)
  }

  /// Nil for one that the member may not see, as for one that there is not.
  func note(_ id: String) -> MemberNote? { places[id].map { notes[$0] } }

  /// The list of all months, which is most of a page of a long life.
  ///
  /// - Parameters:
  ///   - home: the address of the pages.
  ///   - shown: the months on the page.
  func months(
    in home: String, _ language: String, around shown: [CalendarMonth],
    _ make: () throws -> SafeHTML
  ) rethrows -> SafeHTML {
    let key = KeptMonths.Key(home: home, language: language, shown: shown)
    if let known = keptMonths.lists.withLock({ $0[key] }) { return known }
    let html = try make()
    keptMonths.lists.withLock { lists in
      if lists.count >= KeptMonths.limit { lists = [:] }
      lists[key] = html
    }
    return html
  }

  private final class KeptMonths: Sendable {
    struct Key: Hashable {
      let home: String
      let language: String
      let shown: [CalendarMonth]
    }

    let lists = Mutex<[Key: SafeHTML]>([:])
    static let limit = 64
  }

  /// Zones differ: a note can stand between those of another month, whose page has it then.
  private static func months(of notes: [MemberNote]) -> [Month] {
    var months: [Month] = []
    var start = 0
    while start < notes.count {
      let month = CalendarMonth(notes[start].shared.day)
      var end = start + 1
      while end < notes.count, CalendarMonth(notes[end].shared.day) >= month { end += 1 }
      months.append(Month(month: month, range: start..<end))
      start = end
    }
    return months
  }
}

/// A note as a member sees it.
struct MemberNote: Sendable {
  let shared: SharedNote
  /// In which its links lead somewhere.
  let view: AudienceView
  /// Those of the member's circles that are shown it.
  fileprivate(set) var circles: Set<VaultPath>
  /// The comments and reactions that the member may read, the oldest first.
  let remarks: [MemberRemark]
  /// What was made of the text.
  let texts: MemberTexts

  /// The note, in the same view, that a media file belongs to.
  func owner(of medium: SharedMedium) -> SharedNote? {
    let folders = medium.source.foldersAbove
    return folders.lazy.flatMap { MediaFolder.notes(ofFolder: $0) }
      .compactMap { view.note(at: $0) }.first
  }

  /// The beginning of its text in a list.
  var excerpt: NoteExcerpt { texts.excerpt { excerpt(length: 420) } }

  /// The beginning of its text, without marks and without the title.
  ///
  /// - Parameter length: in characters.
  private func excerpt(length: Int) -> NoteExcerpt {
    SharedText(view, addresses: SharedText.Addresses(note: { _ in nil }, medium: { _ in nil }))
      .excerpt(of: shared, length: length)
  }

  var thread: CommentThread { CommentThread(remarks.map(\.comment)) }

  /// What somebody has said of it.
  ///
  /// - Parameter id: of the comment.
  func remark(_ id: String, by member: Member) -> MemberRemark? {
    remarks.first { $0.comment.id.text == id && $0.author == member.id }
  }

  /// The reactions of one kind that somebody has given.
  func reactions(_ emoji: String, by member: Member) -> [MemberRemark] {
    remarks.filter {
      $0.comment.isReaction && $0.comment.text == emoji && $0.author == member.id
    }
  }
}

struct MemberRemark: Sendable {
  let comment: Comment
  /// The person who wrote it, if the name in it is that of one.
  let author: NoteID?
}

extension MemberNote {
  /// The words of the note that are on its page; of a long text those of its first 10,000 characters.
  ///
  /// The text as it is written has the addresses of links to other notes.
  var searchedText: [UInt8] {
    texts.searched {
      let note = shared
      let facts = [note.title, note.place ?? "", note.category ?? ""]
      let names = note.authors + note.people.map(\.name) + note.tags.map(\.text)
      let lines = facts + names + [excerpt(length: 10_000).text]
      return Array(lines.joined(separator: "\n").utf8)
    }
  }
}

/// What was made of the text of a note, which is read as Markdown once for all requests.
final class MemberTexts: Sendable {
  private let kept = Mutex<(excerpt: NoteExcerpt?, searched: [UInt8]?)>((nil, nil))

  fileprivate func excerpt(_ make: () -> NoteExcerpt) -> NoteExcerpt {
    if let known = kept.withLock(\.excerpt) { return known }
    let excerpt = make()
    kept.withLock { $0.excerpt = excerpt }
    return excerpt
  }

  fileprivate func searched(_ make: () -> [UInt8]) -> [UInt8] {
    if let known = kept.withLock(\.searched) { return known }
    let text = make()
    kept.withLock { $0.searched = text }
    return text
  }
}
