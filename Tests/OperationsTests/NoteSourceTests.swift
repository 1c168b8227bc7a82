import Journal
import Synchronization
import TestSupport
import Testing
import VaultFormat
import VaultIndex
import VaultStore

@testable import Operations

@Suite("The notes of one command or request")
struct NoteSourceTests {
  private final class Clock: Sendable {
    let seconds: Atomic<Int64>

    init(_ seconds: Int64) { self.seconds = Atomic(seconds) }
  }

  private let folder: TemporaryFolder
  private let clock: Clock

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("format: 1\n", to: ".tl/config.yaml")
    try folder.write("---\nopen_after: 2026-11-21\n---\n\n# The name\n", to: "a.md")
    clock = Clock(try #require(NoteTime("2026-11-20T23:59:59Z", zone: .utc)).seconds)
  }

  private func source() throws -> NoteSource {
    let surroundings = Surroundings(
      now: { [clock] in clock.seconds.load(ordering: .relaxed) }, zone: .utc,
      makeID: { ProvisionalID.ofDay(CalendarDay(clamping: 0)) })
    return NoteSource(try Vault(opening: folder.path), surroundings, zone: .utc, threads: 2)
  }

  private static func titles(_ scanner: VaultScanner) throws -> [String] {
    let index = try scanner.scan()
    return index.positions.map(index.title)
  }

  @Test("a command that goes on past midnight sees the day on which it began")
  func midnight() throws {
    let source = try source()
    clock.seconds.add(2, ordering: .relaxed)
    #expect("\(source.now.day) \(source.visibility.today)" == "2026-11-20 2026-11-20")
    #expect(try Self.titles(source.scanner()) != ["The name"])
    #expect(try Self.titles(self.source().scanner()) == ["The name"])
  }

  @Test("what is written has the time at which its writer got the lock")
  func writing() throws {
    let source = try source()
    clock.seconds.add(2, ordering: .relaxed)
    let writer = try source.writer(as: nil, timeout: nil)
    let day = writer.now.day
    #expect("\(day)" == "2026-11-21")
  }

  @Test("a change has sealed notes as they are")
  func withSealed() throws {
    #expect(try Self.titles(source().scanner(withSealed: true)) == ["The name"])
  }

  @Test("for the comments on one note no folder is read but theirs")
  func comments() throws {
    let comment = "---\ntl: comment\ncomment_on: 1\n---\n"
    try folder.write("\(comment)No\n", to: "b/c.md")
    #expect(try source().comments().comments.isEmpty)
    try folder.write("\(comment)Yes\n", to: "comments/2026/11/c.md")
    #expect(try source().comments().comments.map(\.text) == ["Yes"])
    let all = try source().comments(of: source().scanner().scan())
    #expect(all.comments.count == 2)
  }
}
