internal import Journal
package import Operations
internal import SystemCalls
package import VaultFormat
package import VaultIndex
package import VaultStore

/// What an audience sees of a vault: made of one state of it, and all that what leaves is made of.
///
/// A note is in it by its own keys alone, and it is the same whatever else is in the vault.
package final class AudienceView: Sendable {
  package let audience: Audience
  /// Newest first.
  package let notes: [SharedNote]
  private let decided: [SharingDecision]
  private let reads: AudienceReads
  /// Whether no two notes would leave under one id.
  private let hasUniqueIDs: Bool
  /// In which the media of the notes are looked up.
  private let folder: VaultFolder
  private let lookedUp = LazyValue<SharedFiles>()

  /// - Parameters:
  ///   - index: of all notes, with titles and tags.
  ///   - media: for a program that makes several views.
  ///   - former: of an earlier state of the vault, of the same source but for its time: of what has not changed since
  ///     nothing is read.
  ///   - changed: the paths at which notes came, went or changed since; nil if that can be any. Of other notes the view
  ///     has the media of then.
  ///   - isKept: whether views of later states are made after this one, or `isOutdated` is asked: the state of each file
  ///     is read for that.
  /// - Throws: as a scan does.
  package init(
    of source: NoteSource, _ index: VaultIndex, for audience: Audience,
    media: KnownMedia = KnownMedia(), after former: AudienceView? = nil,
    changed: Set<VaultPath>? = nil, isKept: Bool = false
  ) throws {
    let making = Making(
      source: source, index: index, reader: AudienceReader(source, index, audience, media))
    let former = former.flatMap { $0.reads.rules == making.reader.rules ? $0 : nil }
    let parts: Making.Parts =
      if let former, let changed, let few = try making.parts(of: former, changed: changed) {
        few
      } else {
        try making.parts(after: former, isKept: isKept)
      }
    self.audience = audience
    (notes, decided, reads) = (parts.notes, parts.decided, parts.reads)
    (hasUniqueIDs, folder) = (parts.hasUniqueIDs, parts.folder)
  }

  private struct Making {
    typealias Looked = (note: AudienceReads.Candidate, answer: AudienceReader.Answer?)

    struct Parts {
      var notes: [SharedNote]
      var decided: [SharingDecision]
      var reads: AudienceReads
      var hasUniqueIDs: Bool
      var folder: VaultFolder
    }

    let source: NoteSource
    let index: VaultIndex
    let reader: AudienceReader

    /// Of a view of which only some notes have changed; nil if that is not all that changes.
    func parts(of former: AudienceView, changed: Set<VaultPath>) throws -> Parts? {
      // A note of the other extension has the same media folder.
      let paths = changed.union(changed.compactMap { MediaFolder(of: $0)?.twin })
      guard former.hasUniqueIDs else { return nil }
      let looked = try read(
        AudienceReads.candidates(index, index.notes(at: paths), of: source), known: [])
      let ids = looked.answers.compactMap(\.id)
      var notes = former.notes.filter { !paths.contains($0.source) }
      let unique = Set(ids)
      guard unique.count == ids.count, !notes.contains(where: { unique.contains($0.id) }) else {
        return nil
      }
      notes += looked.notes.map { note in
        var note = note
        note.gallery = SharedGallery(note.gallery, in: former.folder)
        return note
      }
      return Parts(
        notes: Self.sorted(notes),
        decided: former.decided.filter { !paths.contains($0.path) }
          + looked.answers.map(\.decision),
        reads: former.reads.replacing(paths, with: looked.all), hasUniqueIDs: true,
        folder: former.folder)
    }

    /// Of the whole vault.
    func parts(after former: AudienceView?, isKept: Bool) throws -> Parts {
      var known: [Looked] = []
      var (kept, changed): ([SharedNote], [AudienceReads.Candidate]) = ([], [])
      let candidates =
        isKept || former != nil
        ? AudienceReads.candidates(index, index.positions, of: source)
        : AudienceReads.unseen(index)
      for note in candidates {
        switch former?.reads.known(note, in: index) {
        case .asksNot?: known.append((note, nil))
        case .asks(let answer)?:
          let shared = former?.note(at: note.path)
          guard answer.id == shared?.id, shared.map(reader.givesSameMedia) ?? true else {
            changed.append(note)
            continue
          }
          known.append((note, answer))
          if var shared {
            shared.gallery = SharedGallery(shared.gallery, in: source.vault.folder)
            kept.append(shared)
          }
        case nil: changed.append(note)
        }
      }
      let looked = try read(changed, known: known)
      // Ids that differ in letter case alone leave as one.
      let counts = Dictionary(
        looked.answers.compactMap { $0.id.map { ($0, 1) } }, uniquingKeysWith: +)
      return Parts(
        notes: Self.sorted((kept + looked.notes).filter { counts[$0.id] == 1 }),
        decided: looked.answers.map { answer in
          guard let id = answer.id, counts[id] != 1 else { return answer.decision }
          return SharingDecision(answer.decision.path, .idOfSeveral)
        },
        reads: AudienceReads(reader.rules, isKept ? looked.all : []),
        hasUniqueIDs: counts.values.allSatisfy { $0 == 1 }, folder: source.vault.folder)
    }

    /// Reads notes beside those that are known.
    ///
    /// - Returns: all of these, the answers of those that ask, and what is shown of those that were read.
    private func read(
      _ changed: [AudienceReads.Candidate], known: [Looked]
    ) throws -> (all: [Looked], answers: [AudienceReader.Answer], notes: [SharedNote]) {
      let asking = try reader.asking(changed)
      let read = ThreadTeam.map(asking, threads: source.threads) { reader.read($0.position) }
      let all = known + changed.map { ($0, nil) } + zip(asking, read).map { ($0, $1?.answer) }
      let answers = all.compactMap(\.answer)
      let paths = Set(answers.filter { $0.id != nil }.map(\.decision.path))
      let made = ThreadTeam.map(read, threads: source.threads) { read in
        read.flatMap { reader.shared($0, among: paths) }
      }
      return (all, answers, made.compactMap(\.self))
    }

    private static func sorted(_ notes: [SharedNote]) -> [SharedNote] {
      // Places, since notes are large values.
      let order = notes.map { ($0.time.seconds, $0.id) }
      return notes.indices.sorted { a, b in
        order[a].0 == order[b].0 ? order[a].1 < order[b].1 : order[a].0 > order[b].0
      }.map { notes[$0] }
    }
  }

  /// For the owner: each note that asks to be shown to somebody, and why it is shown or held back; each of its media
  /// that does not leave.
  ///
  /// Sorted by path. Reads all media of the notes.
  package var decisions: [SharingDecision] {
    let media = notes.flatMap { note in
      note.gallery.notGiven.map { SharingDecision(note.source, .mediumNotGiven($0)) }
    }
    return (decided + media).enumerated().sorted { a, b in
      a.element.path == b.element.path ? a.offset < b.offset : a.element.path < b.element.path
    }.map(\.element)
  }

  /// As `decisions`, without those about media; reads none.
  package var noteDecisions: [SharingDecision] { decided.sorted { $0.path < $1.path } }

  /// Whether media of some of its notes have come or gone since it was made, which no change of a note tells.
  package func isOutdated(for notes: [SharedNote], in vault: Vault) -> Bool {
    reads.haveOtherMedia(notes.map(\.source), in: vault.folder)
  }

  /// Of a path of a note that is in the view.
  package func note(at path: VaultPath) -> SharedNote? { files.note(at: path) }

  /// Made when a link is first followed: a list needs none.
  private var files: SharedFiles { lookedUp.value { SharedFiles(notes) } }

  /// What a link of a note leads to; nil for what the audience may not see: the link becomes the text that stands
  /// there.
  ///
  /// Only what the audience sees is looked at, so that the answer tells nothing of other notes.
  ///
  /// - Parameters:
  ///   - paths: of the link, from the note's folder, most likely first.
  ///   - isEmbed: whether it is shown in place; a file is found by its name then.
  package func destination(
    of link: FileLink, at paths: [VaultPath], in note: SharedNote, isEmbed: Bool = true
  ) -> SharedDestination? {
    let found = files.file(
      of: link, at: paths, isEmbed: isEmbed, mediaFolder: MediaFolder(of: note.source)?.path)
    return switch found {
    case .note(let note): .note(note)
    case .medium(let medium): .medium(medium)
    case nil: nil
    }
  }
}
