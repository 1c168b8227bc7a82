internal import Journal
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// What a view was made of, note by note: for the view of the next state only the notes that have changed are read again.
///
/// A note counts as the same while its file and its media folder do, and neither had changed just before they were looked
/// at. All are read again once anything else has changed by which notes are shown.
final class AudienceReads: Sendable {
  /// What decides about all notes.
  struct Rules: Hashable, Sendable {
    let audience: Audience
    let circles: [Circle]
    let persons: [Person]
    /// The pages of persons that the audience may see.
    let seen: Set<VaultPath>
    /// The ids that several files store.
    let repeated: Set<NoteID>
    let today: CalendarDay
    let leapDay: LeapDay
  }

  /// A note of an index, with its files as they were before it was read.
  struct Candidate: Sendable {
    let position: VaultIndex.Position
    let path: VaultPath
    /// Nil if nobody asks for it later.
    fileprivate let state: State?
    /// Of the media folder.
    fileprivate let media: Stamp?
    /// Whether another version would have another stamp.
    fileprivate let isSettled: Bool
  }

  /// The file of a note, and what the index, which may be older, says of it.
  fileprivate struct State: Hashable {
    let file: Stamp
    let opening: CalendarDay?
    let isBroken: Bool
  }

  /// A file or folder as the system tells it apart from any other, and from other versions of it.
  fileprivate struct Stamp: Hashable {
    private let inode: UInt64
    private let size: Int64
    private let modified: FileTime
    private let changed: FileTime

    init(_ status: FileStatus) {
      (inode, size) = (status.inode, status.size)
      (modified, changed) = (status.modified, status.changed)
    }

    /// What changed less than two seconds before may change again within the same tick of the file system's clock.
    ///
    /// - Parameter now: a moment before the status was read, in seconds since 1970.
    func isSettled(at now: Int64) -> Bool { max(modified, changed).seconds < now - 2 }
  }

  /// A note that asks to be shown.
  private struct Asking {
    let state: State
    let media: Stamp?
    let isSettled: Bool
    let answer: AudienceReader.Answer
  }

  let rules: Rules
  private let asking: [VaultPath: Asking]
  /// The notes that do not ask to be shown.
  private let others: [VaultPath: State]

  /// - Parameter notes: with an answer if they ask to be shown; of a note that is there twice the last one counts.
  init(_ rules: Rules, _ notes: [(note: Candidate, answer: AudienceReader.Answer?)]) {
    var (asking, others): ([VaultPath: Asking], [VaultPath: State]) = ([:], [:])
    for (note, answer) in notes {
      others[note.path] = answer == nil && note.isSettled ? note.state : nil
      if let answer, let state = note.state {
        asking[note.path] = Asking(
          state: state, media: note.media, isSettled: note.isSettled, answer: answer)
      }
    }
    (self.rules, self.asking, self.others) = (rules, asking, others)
  }

  private init(
    _ rules: Rules, asking: [VaultPath: Asking], others: [VaultPath: State]
  ) {
    (self.rules, self.asking, self.others) = (rules, asking, others)
  }

  /// With what was read at some paths in place of what was there.
  func replacing(
    _ paths: Set<VaultPath>, with notes: [(note: Candidate, answer: AudienceReader.Answer?)]
  ) -> AudienceReads {
    let new = AudienceReads(rules, notes)
    var (asking, others) = (asking, others)
    for path in paths {
      (asking[path], others[path]) = (new.asking[path], new.others[path])
    }
    return AudienceReads(rules, asking: asking, others: others)
  }

  /// What is known of a note that is as it was.
  enum Known {
    case asks(AudienceReader.Answer)
    case asksNot
  }

  /// Nil for a note that has to be read.
  func known(_ candidate: Candidate, in index: VaultIndex) -> Known? {
    if let state = others[candidate.path] { return state == candidate.state ? .asksNot : nil }
    guard let known = asking[candidate.path], known.isSettled, known.state == candidate.state,
      known.media == candidate.media
    else { return nil }
    if let id = known.answer.indexID, id != index.id(candidate.position) { return nil }
    return .asks(known.answer)
  }

  /// Whether media of some notes have come or gone.
  func haveOtherMedia(_ notes: [VaultPath], in folder: VaultFolder) -> Bool {
    let folders = notes.map { MediaFolder(of: $0)?.path ?? $0 }
    let statuses = folder.statuses(of: folders)
    if let trace = MediaTrace.current { zip(folders, statuses).forEach(trace.add) }
    return zip(notes, statuses).contains { note, status in
      asking[note]?.media != status.flatMap { $0.kind == .folder ? Stamp($0) : nil }
    }
  }

  // MARK: - The files of an index

  /// How many notes a thread takes at once.
  private static let share = 512

  /// The notes of an index, without a look at their files.
  static func unseen(_ index: VaultIndex) -> [Candidate] {
    index.positions.map {
      Candidate(
        position: $0, path: index.path($0), state: nil, media: nil, isSettled: false)
    }
  }

  /// Those of some notes of an index that are there.
  static func candidates(
    _ index: VaultIndex, _ positions: [VaultIndex.Position], of source: NoteSource
  ) -> [Candidate] {
    let (folder, threads, now) = (source.vault.folder, source.threads, source.now.seconds)
    let shares = stride(from: 0, to: positions.count, by: share).map {
      Array(positions[$0..<min($0 + share, positions.count)])
    }
    return ThreadTeam.map(shares, threads: threads) { positions in
      let paths = positions.map(index.path)
      // Both lie in the same folder, so that it is opened once.
      let statuses = folder.statuses(of: paths.flatMap { [$0, MediaFolder(of: $0)?.path ?? $0] })
      return positions.indices.compactMap { place -> Candidate? in
        guard let status = statuses[2 * place] else { return nil }
        let (position, file) = (positions[place], Stamp(status))
        let media = statuses[2 * place + 1].flatMap { $0.kind == .folder ? Stamp($0) : nil }
        return Candidate(
          position: position, path: paths[place],
          state: State(
            file: file, opening: index.opening(position),
            isBroken: index[position].flags.contains(.isBroken)),
          media: media,
          isSettled: file.isSettled(at: now) && media?.isSettled(at: now) ?? true)
      }
    }.flatMap(\.self)
  }
}
