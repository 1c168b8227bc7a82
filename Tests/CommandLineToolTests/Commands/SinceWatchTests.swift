import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

@Suite("tl since --watch")
struct SinceWatchTests {
  private static func vault() throws -> (TemporaryFolder, CommandRunner) {
    var runner = try CommandRunner.withVault()
    try runner.tl("did", "--new", "Coffee", "--at", "2026-11-20T15:03:00+01:00")
    try runner.tl("did", "--new", "Tea", "--at", "2026-11-20T12:03:00+01:00")
    return (runner.folder, runner)
  }

  @Test("it draws over itself until Ctrl-C, with what was logged meanwhile")
  func redraws() throws {
    var (folder, runner) = try Self.vault()
    let terminal = try PseudoTerminal()
    try runner.shell(
      """
      (tl since --watch > '\(terminal.path)' 2> errors & echo $! > pid; wait $!; echo $? > ended; mv ended status) &
      """)
    let again = "\u{1B}[2A\r\u{1B}[J"
    let before = "Coffee  3.0 hr ago\nTea     6.0 hr ago\n"
    let after = "Tea     1.0 hr ago\nCoffee  3.0 hr ago\n"
    var printed = ""
    func read(until isThere: () -> Bool) {
      for _ in 0..<3_000 {
        printed += terminal.printed()
        if isThere() { return }
        usleep(20_000)
      }
    }
    read { printed == before + again + before }
    try runner.tl("did", "tea", "--at", "2026-11-20T17:03:00+01:00")
    read { printed.hasSuffix(again + after) }
    try runner.shell("kill -INT $(cat pid)")
    read { folder.exists("vault/status") }
    #expect(try folder.readText("vault/status") == "0\n")
    let drawings = printed.components(separatedBy: again)
    #expect(drawings.first == before && drawings.last == after, "\(printed.debugDescription)")
    #expect(drawings.allSatisfy { $0 == before || $0 == after })
    #expect(try folder.readText("vault/errors") == "")
  }

  @Test("without a terminal it is refused")
  func noTerminal() throws {
    var (folder, runner) = try Self.vault()
    try runner.tl("since", "--watch")
      .expect(
        64, out: "", err: "tl: error: --watch needs a terminal\nhint: tl since prints it once\n")
    #expect(try runner.tl("since", "--watch", "--json").status == 64)
    withExtendedLifetime(folder) {}
  }
}
