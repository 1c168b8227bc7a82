internal import VaultFormat

/// A place in the timeline: that of a note, by its time and id.
///
/// Never an offset, which repeats or skips notes when others arrive. Never a path: where the note is gone, its time
/// still says where to go on.
struct TimelineCursor: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  var seconds: Int64
  var id: NoteID

  init(seconds: Int64, id: NoteID) {
    self.seconds = seconds
    self.id = id
  }

  /// `1732100000.ID`, with the id as `NoteAddress` writes it.
  init?(_ text: String) {
    guard let dot = text.firstIndex(of: "."), let seconds = Int64(text[..<dot]),
      let id = NoteAddress.id(in: String(text[text.index(after: dot)...])).flatMap({ NoteID($0) })
    else { return nil }
    self.init(seconds: seconds, id: id)
  }

  var text: String { "\(seconds).\(NoteAddress.segment(of: id))" }
}
