import TestSupport
import Testing

@testable import CommandLineTool

@Suite("Names that commands had before")
struct FormerNamesTests {
  private static let names = [
    ("people --json", "person list --json"), ("use kaia", "person use kaia"),
    ("age kaia", "person age kaia"), ("milestones kaia", "milestone list kaia"),
    ("events water", "event list water"), ("remind water 2 days", "tracker every water 2 days"),
    ("pause water --until friday", "tracker pause water --until friday"), ("tags", "tag list"),
    ("unpin a.md", "pin --off a.md"),
    ("unfav a.md", "fav --off a.md"), ("unpublish a.md", "publish --off a.md"),
    ("unseal a.md", "seal --off a.md"), ("unshare a.md b", "share --off a.md b"),
    ("comments --since 2026", "comment --list --since 2026"), ("conflicts", "conflict list"),
    ("resolve a.md --both", "conflict resolve a.md --both"),
    ("on-this-day --on 2026-05-17", "then --on today --on 2026-05-17"),
    ("prompt --new", "today prompt --new"), ("ics --out x", "calendar ics --out x"),
    ("open a.md -n 2", "show --open a.md -n 2"), ("reminders", "due show"),
    ("reminders --json", "due show --json"), ("reminders install -N", "due install -N"),
  ]

  @Test("they mean the commands of today", arguments: names)
  func meaning(former: String, today: String) throws {
    func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
    let read = GlobalArguments(words(former))
    #expect(read.words == GlobalArguments(words(today)).words)
    #expect(type(of: try read.parsed()) == type(of: try GlobalArguments(words(today)).parsed()))
  }

  @Test("behind options of every command too, and for help")
  func places() throws {
    var runner = try CommandRunner(folder: TemporaryFolder())
    try runner.tl("init")
    #expect(try runner.tl("-q", "people").status == 0)
    let help = try runner.tl("help", "unpin").stdoutText
    #expect(try help == runner.tl("help", "pin").stdoutText && help.contains("--off"))
  }

  @Test("help lists at most 55 commands, each in one group")
  func groups() {
    let listed = CommandDescription.root.subcommands
    #expect(listed.count <= 55 && Set(listed.map(\.name)).count == listed.count)
    #expect(CommandGroup.all.flatMap(\.commands).count == listed.count)
  }
}
