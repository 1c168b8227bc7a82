import ArgumentParser
import Testing
import VaultFormat

@testable import CommandLineTool

@Suite("Options of a new note")
struct NewNoteOptionsTests {
  private static let surroundings = Surroundings(
    now: { 1_795_194_191 }, zone: .utc, makeID: { ProvisionalID.ofDay(CalendarDay(clamping: 0)) })

  @Test("a draft keeps those that stand for keys")
  func words() throws {
    let given = [
      "--category=Book", "--weather=sunny", "--author=Ana B", "--prompt=everyday-3", "--fav",
      "--publish", "--anonymous", "--people=kaia,ana", "--set=mood=calm",
    ]
    let options = try NewNoteOptions.parse(given)
    #expect(options.words(Self.surroundings) == given)
    let read = NewNoteOptions.read(given) { _ in }
    #expect(read.problems.isEmpty)
    #expect(read.options.words(Self.surroundings) == given)
  }
}
