internal import Journal
package import Operations
internal import SystemCalls
package import VaultFormat
package import VaultIndex
package import VaultStore

/// What an audience sees of a vault: made of one state of it, and all that what leaves is made of.
///
/// A note is in it by its own keys alone, and it is the same whatever else is in the vault.
package struct AudienceView: Sendable {
  package let audience: Audience
  /// Newest first.
  package let notes: [SharedNote]
  private let decided: [SharingDecision]
  private let reads: AudienceReads
  private let files: SharedFiles
  private let placesByID: [String: Int]

  /// - Parameters:
  ///   - index: of all notes, with titles and tags.
  ///   - media: for a program that makes several views.
  ///   - former: of an earlier state of the vault, of the same source but for its time: of what has not changed since
  ///     nothing is read.
  ///   - isKept: whether views of later states are made after this one, or `isOutdated` is asked: the state of each file
  ///     is read for that.
  /// - Throws: as a scan does.
  package init(
    of source: NoteSource, _ index: VaultIndex, for audience: Audience,
    media: KnownMedia = KnownMedia(), after former: AudienceView? = nil, isKept: Bool = false
  ) throws {
    let reader = AudienceReader(source, index, audience, media)
    let former = former.flatMap { $0.reads.rules == reader.rules ? $0 : nil }
    var notes: [(note: AudienceReads.Candidate, answer: AudienceReader.Answer?)] = []
    var (kept, changed): ([SharedNote], [AudienceReads.Candidate]) = ([], [])
    let candidates =
      isKept || former != nil
      ? AudienceReads.candidates(index, of: source) : AudienceReads.unseen(index)
    for note in candidates {
      switch former?.reads.known(note, in: index) {
      case .asksNot?: notes.append((note, nil))
      case .asks(let answer)?:
        let shared = former?.note(at: note.path)
        guard answer.id == shared?.id, shared.map(reader.givesSameMedia) ?? true else {
          changed.append(note)
          continue
        }
        notes.append((note, answer))
        if var shared {
          shared.gallery = SharedGallery(shared.gallery, in: source.vault.folder)
          kept.append(shared)
        }
      case nil: changed.append(note)
      }
    }
    let asking = try reader.asking(changed)
    let read = ThreadTeam.map(asking, threads: source.threads) { reader.read($0.position) }
    notes += changed.map { ($0, nil) }
    notes += zip(asking, read).map { ($0, $1?.answer) }
    let answers = notes.compactMap(\.answer)

    let shown = answers.filter { $0.id != nil }
    // Ids that differ in letter case alone leave as one.
    let counts = Dictionary(shown.compactMap { $0.id.map { ($0, 1) } }, uniquingKeysWith: +)
    let paths = Set(shown.map(\.decision.path))
    let made = ThreadTeam.map(read, threads: source.threads) { read in
      read.flatMap { reader.shared($0, among: paths) }
    }
    self.audience = audience
    self.notes = (kept + made.compactMap(\.self)).filter { counts[$0.id] == 1 }.sorted { a, b in
      a.time.seconds == b.time.seconds ? a.id < b.id : a.time.seconds > b.time.seconds
    }
    decided = answers.map { answer in
      guard let id = answer.id, counts[id] != 1 else { return answer.decision }
      return SharingDecision(answer.decision.path, .idOfSeveral)
    }
    reads = AudienceReads(reader.rules, isKept ? notes : [])
    files = SharedFiles(self.notes)
    placesByID = Dictionary(self.notes.enumerated().map { ($1.id, $0) }) { first, _ in first }
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

  package func note(withID id: String) -> SharedNote? { placesByID[id].map { notes[$0] } }

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
