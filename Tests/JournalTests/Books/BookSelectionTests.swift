import TestSupport
import Testing
import VaultFormat

@testable import Journal

@Suite("What a new book begins with")
struct BookSelectionTests {
  private func names(_ rule: BookSelection.Rule, _ notes: [NoteFacts]) -> [String] {
    BookSelection(rule, from: notes).notes.map(\.name)
  }

  @Test("milestones come first, each with the nearest note that has photos within three days")
  func milestones() throws {
    let notes = [
      try Facts.note("late", on: "2026-06-20", media: [.photo]),
      try Facts.note("steps", on: "2026-06-14", "milestone: first-steps"),
      try Facts.note("near", on: "2026-06-16", media: [.photo]),
      try Facts.note("far", on: "2026-06-10", media: [.photo]),
      try Facts.note("tooth", on: "2026-05-01", "milestone: first-tooth", media: [.photo]),
      try Facts.note("alone", on: "2026-01-01", "milestone: first-laugh"),
      try Facts.note("words", on: "2026-06-15", text: "No photo."),
      try Facts.note("sound", on: "2026-06-15", media: [.audio]),
    ]
    let selection = BookSelection(.milestonesFirst, from: notes)
    #expect(
      selection.parts.map(\.heading) == ["Milestones", "June 2026"])
    #expect(selection.notes.map(\.name) == ["alone", "tooth", "steps", "near", "far", "late"])
  }

  @Test("of two notes as near the earlier one belongs to the milestone, and none is there twice")
  func nearest() throws {
    let notes = [
      try Facts.note("b", on: "2026-06-15", media: [.photo]),
      try Facts.note("a", on: "2026-06-13", media: [.photo]),
      try Facts.note("one", on: "2026-06-14", "milestone: one"),
      try Facts.note("two", on: "2026-06-14", "milestone: two"),
    ]
    #expect(names(.milestonesFirst, notes) == ["one", "a", "two", "b"])
  }

  @Test("the best of a month: milestone 50, text 30, tags 10; three a day, twenty in all, by date")
  func best() throws {
    let day = "2026-06-14"
    let scored = [
      try Facts.note("plain", on: day, media: [.photo]),
      try Facts.note("tagged", on: day, "tags: [sea]", media: [.photo]),
      try Facts.note("said", on: day, text: "Words.", media: [.photo]),
      try Facts.note("done", on: day, "milestone: first-steps", media: [.photo]),
      try Facts.note("none", on: day, "milestone: first-steps", text: "No photo."),
    ]
    #expect(scored.map(BookSelection.score) == [0, 10, 30, 50, 80])
    #expect(names(.best, scored) == ["done", "said", "tagged"])
    let many = try (1...30).map { number in
      try Facts.note(
        "n\(number)", on: "2026-06-\(number < 10 ? "0" : "")\(number)",
        text: number > 12 ? "x" : "",
        media: [.photo])
    }
    let chosen = names(.best, many)
    #expect(chosen.count == 20)
    #expect(chosen == ["n1", "n2"] + (13...30).map { "n\($0)" })
  }

  @Test("whatever the order in which notes come, the book is the same")
  func order() throws {
    let notes = try (1...28).map { number in
      try Facts.note(
        "n\(number)", on: "2026-02-\(number % 7 + 10)", number % 3 == 0 ? "milestone: m" : "",
        media: number % 2 == 0 ? [.photo] : [])
    }
    try withSeed(cases: caseCount(20)) { generator in
      for rule in [BookSelection.Rule.all, .milestonesFirst, .best] {
        #expect(names(rule, notes.shuffled(using: &generator)) == names(rule, notes))
      }
    }
  }
}
