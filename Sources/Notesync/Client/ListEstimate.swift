internal import VaultFormat

/// The expected list of a server: the known notes in its order, with their sizes.
struct ListEstimate {
  struct Row: Hashable {
    var id: NoteID
    /// The server's last known value.
    var updated: WireTime
    /// The size of its media in an answer, in bytes.
    var mediaSize: Int64
    /// The size of its text, in bytes.
    var textSize: Int64
  }

  /// Newest first.
  let rows: [Row]

  /// The maximum number of notes in the first request for a list.
  static let firstLimit = 20
  /// The maximum size of their media, in bytes, if more than two notes are requested.
  private static let firstSize: Int64 = 32 << 20
  /// The maximum size of one round of probes for known notes, in bytes.
  private static let questionsSize: Int64 = 512 << 10
  /// The size of a probe and its answer without the note's text, in bytes.
  private static let questionSize: Int64 = 720
  /// The assumed size of media that the vault does not have.
  private static let unknownMediaSize: Int64 = 1 << 20

  init(_ rows: [Row]) {
    self.rows = rows.sorted { ($0.updated, $0.id) > ($1.updated, $1.id) }
  }

  /// The notes that the server is known to have.
  ///
  /// - Parameter textSize: the size of the note's file, in bytes; nil if it is not here.
  init(_ snapshot: VaultSnapshot, _ ledger: Ledger, textSize: (NoteDigest) -> Int64?) {
    var sizes: [String: Int64] = [:]
    for note in snapshot.notes.values {
      for media in note.media { sizes[media.sha256] = Base64Encoder.length(of: media.size) }
    }
    self.init(
      ledger.ids.compactMap { id in
        guard let known = ledger[id], !known.isDeleted, known.contentHash != nil else { return nil }
        let note = snapshot.notes[id]
        return Row(
          id: id, updated: known.serverTime,
          mediaSize: known.media.reduce(0) { $0 + (sizes[$1] ?? Self.unknownMediaSize) },
          textSize: note.flatMap(textSize) ?? 1_000)
      })
  }

  /// The size of all media, in bytes.
  var mediaSize: Int64 { rows.reduce(0) { $0 + $1.mediaSize } }

  /// The number of notes in the first request: at least two.
  var firstLimit: Int { max(2, depth(within: Self.firstSize, atMost: Self.firstLimit)) }

  /// The number of newest notes whose media have at most this size together.
  func depth(within size: Int64, atMost limit: Int = .max) -> Int {
    var rest = size
    for (index, row) in rows.prefix(limit).enumerated() {
      rest -= row.mediaSize
      if rest < 0 { return index }
    }
    return limit
  }

  /// The limit with which a list includes a note with this time.
  func rank(of updated: WireTime) -> Int { rows.count { $0.updated >= updated } + 1 }

  /// The notes with the latest time.
  var top: [NoteID] {
    let latest = rows.first?.updated
    return rows.prefix { $0.updated == latest }.map(\.id)
  }

  /// The notes to probe: all if the size allows, else the newest, and others in rotation.
  ///
  /// - Parameter last: the last note of the rotation so far.
  /// - Returns: the notes, and the new last note of the rotation.
  func questions(after last: NoteID?) -> (ids: [NoteID], last: NoteID?) {
    func cost(_ row: Row) -> Int64 { Self.questionSize + row.textSize }
    guard rows.reduce(0, { $0 + cost($1) }) > Self.questionsSize else {
      return (rows.map(\.id), nil)
    }
    var ids: [NoteID] = []
    var rest = Self.questionsSize / 2
    for row in rows {
      rest -= cost(row)
      if rest < 0 { break }
      ids.append(row.id)
    }
    let others = rows.dropFirst(ids.count).sorted { $0.id < $1.id }
    let start = last.flatMap { last in others.firstIndex { $0.id > last } } ?? 0
    rest = Self.questionsSize / 2
    var turn = last
    for row in others[start...] + others[..<start] {
      rest -= cost(row)
      if rest < 0 { break }
      ids.append(row.id)
      turn = row.id
    }
    return (ids, turn)
  }
}
