internal import Journal
internal import Publishing
internal import Rendering
internal import Sharing
internal import Synchronization
internal import SystemCalls
internal import VaultFormat

/// What a member sees: the notes that some circles are shown and the comments that these may read, and nothing else.
struct MemberView: Sendable {
  struct Month: Hashable, Sendable {
    let month: CalendarMonth
    /// Its notes among those of the view.
    let range: Range<Int>
  }

  /// What no other view has, in this run, unless it shows the same.
  struct Version: Hashable, Sendable {
    private static let last = Atomic<UInt64>(0)
    private let number = Self.last.add(1, ordering: .relaxed).newValue
  }

  let version: Version
  /// Newest first.
  let notes: [MemberNote]
  /// Newest first, without empty months.
  let months: [Month]
  private let places: [String: Int]
  private let keptMonths: PageCache<MonthsKey, SafeHTML>

  /// - Parameters:
  ///   - views: of the circles.
  ///   - talk: what they may read.
  ///   - former: of an earlier state, of which is kept what is the same.
  init(
    _ views: [(circle: VaultPath, view: AudienceView)], _ talk: SharedTalk, authors: PersonBook,
    after former: MemberView?
  ) {
    func remark(_ comment: Comment) -> MemberRemark {
      let found = comment.author.map { authors.persons(called: $0) } ?? []
      return MemberRemark(comment: comment, author: found.count == 1 ? found[0].id : nil)
    }
    var notes: [MemberNote] = []
    var places: [String: Int] = [:]
    for (circle, view) in views {
      let circles: Set = [circle]
      for shared in view.notes {
        if let place = places[shared.id] {
          notes[place].circles.insert(circle)
        } else {
          places[shared.id] = notes.count
          notes.append(
            MemberNote(
              shared: shared, view: view, circles: circles,
              remarks: talk.comments(on: shared).map(remark)))
        }
      }
    }
    if views.count > 1 {
      notes.sort { a, b in
        a.shared.time.seconds == b.shared.time.seconds
          ? a.shared.id < b.shared.id : a.shared.time.seconds > b.shared.time.seconds
      }
      for (place, note) in notes.enumerated() { places[note.shared.id] = place }
    }
    var isSame = notes.count == former?.notes.count
    if let former {
      for place in notes.indices {
        guard let old = former.note(notes[place].shared.id, near: place) else {
          isSame = false
          continue
        }
        if old.shared == notes[place].shared { notes[place].texts = old.texts }
        isSame = isSame && old.shows(the: notes[place])
      }
    }
    let months = Self.months(of: notes)
    (self.notes, self.months, self.places) = (notes, months, places)
    version = isSame ? former?.version ?? Version() : Version()
    let sameMonths = former.flatMap { $0.months.map(\.month) == months.map(\.month) ? $0 : nil }
    keptMonths = sameMonths?.keptMonths ?? PageCache(limit: 64)
  }

  /// As `note`, looked for at first where it was.
  private func note(_ id: String, near place: Int) -> MemberNote? {
    notes.indices.contains(place) && notes[place].shared.id == id ? notes[place] : note(id)
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
    let key = MonthsKey(home: home, language: language, shown: shown)
    if let known = keptMonths[key] { return known }
    let html = try make()
    keptMonths.keep(html, of: key)
    return html
  }

  private struct MonthsKey: Hashable {
    let home: String
    let language: String
    let shown: [CalendarMonth]
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
  fileprivate(set) var texts = MemberTexts()

  /// Whether the same is seen of another one, whose links lead to the same if this is so of all notes.
  fileprivate func shows(the other: MemberNote) -> Bool {
    shared == other.shared && circles == other.circles && remarks == other.remarks
  }

  /// The note, in the same view, that a media file belongs to.
  func owner(of medium: SharedMedium) -> SharedNote? {
    let folders = medium.source.foldersAbove
    return folders.lazy.flatMap { MediaFolder.notes(ofFolder: $0) }
      .compactMap { view.note(at: $0) }.first
  }

  /// The beginning of its text in a list.
  var excerpt: NoteExcerpt { texts.excerpt.value { excerpt(length: 420) } }

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

struct MemberRemark: Hashable, Sendable {
  let comment: Comment
  /// The person who wrote it, if the name in it is that of one.
  let author: NoteID?
}

extension MemberNote {
  /// The words of the note that are on its page; of a long text those of its first 10,000 characters.
  ///
  /// The text as it is written has the addresses of links to other notes.
  var searchedText: [UInt8] {
    texts.searched.value {
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
  fileprivate let excerpt = LazyValue<NoteExcerpt>()
  fileprivate let searched = LazyValue<[UInt8]>()
}
