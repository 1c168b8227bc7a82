internal import VaultFormat

/// What is known of a server's list without asking: the notes in its order, and what they weigh.
struct ListShape {
  struct Row: Hashable {
    var id: NoteID
    /// As the server said it last.
    var updated: WireTime
    /// Of its media in an answer, in bytes.
    var mediaSize: Int64
    /// Of its text, in bytes.
    var textSize: Int64
  }

  /// Newest first.
  let rows: [Row]

  /// The first look at a list asks for so many notes at most.
  static let firstLimit = 20
  /// And for media of so many bytes, where more than two notes are asked for.
  private static let firstSize: Int64 = 32 << 20
  /// What one round of questions about known notes may weigh, in bytes.
  private static let questionsSize: Int64 = 512 << 10
  /// Of a question and its answer without the note's text, in bytes.
  private static let questionSize: Int64 = 720
  /// Media of which the vault has no copy.
  private static let unknownMediaSize: Int64 = 1 << 20

  init(_ rows: [Row]) {
    self.rows = rows.sorted { ($0.updated, $0.id) > ($1.updated, $1.id) }
  }

  /// The notes that the server is known to have.
  ///
  /// - Parameter textSize: of the note's file, in bytes; nil where it is not here.
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

  /// Of all media, in bytes.
  var mediaSize: Int64 { rows.reduce(0) { $0 + $1.mediaSize } }

  /// How many notes the first look asks for: at least two.
  var firstLimit: Int { max(2, depth(within: Self.firstSize, atMost: Self.firstLimit)) }

  /// How many of the newest notes have media of so many bytes together.
  func depth(within size: Int64, atMost limit: Int = .max) -> Int {
    var rest = size
    for (index, row) in rows.prefix(limit).enumerated() {
      rest -= row.mediaSize
      if rest < 0 { return index }
    }
    return limit
  }

  /// How many notes a list has to have for one with this time to be in it.
  func rank(of updated: WireTime) -> Int { rows.count { $0.updated >= updated } + 1 }

  /// The notes with the latest time.
  var top: [NoteID] {
    let latest = rows.first?.updated
    return rows.prefix { $0.updated == latest }.map(\.id)
  }

  /// Notes to ask about: all where that does not weigh much, else the newest, and others in turn.
  ///
  /// - Parameter last: the last that was asked about in its turn.
  /// - Returns: the notes, and whose turn it was last.
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
