import Testing
import VaultFormat

@testable import Notesync

/// What the server's result means for an operation; times as numbers, contents as names.
@Suite("Outcomes of operations")
struct OperationOutcomeTests {
  @Test("what was sent, what came back, what was acknowledged", arguments: Row.all)
  func outcome(_ row: Row) {
    #expect(
      ResultMeaning(
        of: row.sent, row.result, known: row.known, isRepetition: row.isRepetition) == row.outcome)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// A content; nil for a deletion.
    var sends: String?
    var media: [String] = []
    var result: WireResult
    /// A content or `deleted`; nil for a note that is new to the server.
    var acknowledged: String?
    var isRepetition = false
    var outcome: ResultMeaning

    init(
      _ name: String, sends: String?, media: [String] = [], known: String? = nil,
      isRepetition: Bool = false, result: WireResult, _ outcome: ResultMeaning
    ) {
      testDescription = name
      self.sends = sends
      self.media = media
      acknowledged = known
      self.isRepetition = isRepetition
      self.result = result
      self.outcome = outcome
    }

    static let all = [
      Row("applied", sends: "a", media: ["m"], result: applied("a"), .stored(media: ["m"])),
      Row("skipped, and the same", sends: "a", result: skipped("a"), .stored(media: [])),
      Row(
        "skipped, and its media dropped", sends: "a", media: ["m"], result: skipped("a"),
        .mediaDropped),
      Row(
        "skipped as it was applied before", sends: "a", media: ["m"], isRepetition: true,
        result: skipped("a"), .stored(media: ["m"])),
      Row(
        "sent before, skipped with another time", sends: "a", media: ["m"], isRepetition: true,
        result: skipped("a", time: 11), .mediaDropped),
      Row("applied, and kept otherwise", sends: "a", result: applied("b"), .keptOtherwise),
      Row(
        "applied, and edited by the next operation", sends: "a", known: "0",
        result: applied("b", time: 11), .changedElsewhere),
      Row(
        "skipped, the old one is later", sends: "a", known: "0", result: skipped("0"), .superseded),
      Row(
        "skipped for another edit", sends: "a", known: "0", result: skipped("b"), .changedElsewhere),
      Row("skipped, new here", sends: "a", result: skipped("b"), .changedElsewhere),
      Row("skipped, deleted and new here", sends: "a", result: skipped(nil), .deletedElsewhere),
      Row(
        "skipped, deleted meanwhile", sends: "a", known: "0", result: skipped(nil),
        .changedElsewhere),
      Row(
        "skipped, still deleted", sends: "a", known: "deleted", result: skipped(nil), .superseded),
      Row("in other words", sends: "a", known: "a", result: other("a"), .superseded),
      Row("deletion applied", sends: nil, known: "0", result: applied(nil), .deleted),
      Row("deletion of what is deleted", sends: nil, known: "0", result: skipped(nil), .deleted),
      Row("deletion too early", sends: nil, known: "0", result: skipped("0"), .superseded),
      Row(
        "deletion of what was edited", sends: nil, known: "0", result: skipped("b"),
        .changedElsewhere),
      Row(
        "bad", sends: "a",
        result: WireResult(noteID: "n", outcome: .skipped, note: note("a"), problem: "why"),
        .refused("why")),
    ]

    private static func applied(_ content: String?, time: Int64 = 10) -> WireResult {
      WireResult(noteID: "n", outcome: .applied, note: note(content, time: time))
    }

    private static func skipped(_ content: String?, time: Int64 = 10) -> WireResult {
      WireResult(noteID: "n", outcome: .skipped, note: note(content, time: time))
    }

    private static func other(_ content: String) -> WireResult {
      WireResult(noteID: "n", outcome: .other("conflict"), note: note(content))
    }

    private static func note(_ content: String?, time: Int64 = 10) -> WireNote {
      let time = WireTime(seconds: time)
      return WireNote(
        id: "n", text: content ?? "", createdAt: time, updatedAt: time,
        deletedAt: content == nil ? time : nil)
    }

    private static func hash(_ content: String) -> String {
      NoteContent(text: content, tags: [], isPinned: false).hash
    }

    var sent: PendingOperation {
      let time = WireTime(seconds: 10)
      return PendingOperation(
        id: "o", kind: sends == nil ? .delete : .update, noteID: "n",
        contentHash: sends.map(Self.hash) ?? "", updatedAt: time,
        deletedAt: sends == nil ? time : nil, media: media)
    }

    var known: Acknowledgement? {
      guard let acknowledged else { return nil }
      let time = WireTime(seconds: 1)
      var known = Acknowledgement(serverTime: time, sentTime: time, createdAt: time)
      if acknowledged == "deleted" {
        known.knowDeleted()
      } else {
        known.know(contentHash: Self.hash(acknowledged), NoteLabels(tags: [], isPinned: false))
      }
      return known
    }
  }
}
