import ArgumentParser
import Foundation
import SystemCalls
import TestSupport
import Testing

@testable import CommandLineTool

@Suite("Examples in the help", .withExampleVault)
struct CommandExampleTests {
  /// Every command that does something itself.
  private static var commands: [CommandDescription] {
    CommandDescription.root.withDescendants.filter { $0.subcommands.isEmpty || $0.path.count == 1 }
  }

  @Test("every command has three, each with a word to it")
  func three() {
    for command in Self.commands {
      let name = command.path.joined(separator: " ")
      #expect(command.examples.count == 3, "\(name)")
      for example in command.examples {
        #expect(example.line.contains("tl"), "\(name)")
        #expect(!example.text.isEmpty && !example.text.hasSuffix("."), "\(example.line)")
      }
    }
    #expect(Set(CommandExample.all.keys) == Set(Self.commands.map(\.title)))
  }

  @Test("help, manual page and reference show them")
  func shown() {
    let reference = Reference.text
    for command in CommandDescription.root.withDescendants {
      let help = HelpPage(command: command, width: 80, style: Style(isOn: false)).text
      let page = ManualPage(command: command).text
      for example in command.examples {
        #expect(help.contains("\n    \(example.line)"), "\(command.path)")
        #expect(page.contains("    " + ManualPage.escaped(example.line)), "\(command.path)")
        #expect(reference.contains("\n\(example.line)\n") || command.path.count == 1)
      }
    }
  }

  @Test("the parser takes every one of them as the command it stands with")
  func parsed() throws {
    for command in Self.commands where command.path.count > 1 {
      for example in command.examples {
        let parsed = try Self.commandLines(in: example.line).map {
          try GlobalArguments($0).parsed()
        }
        #expect(parsed.contains { type(of: $0) == command.type }, "\(example.line)")
      }
    }
  }

  /// The arguments of each `tl` in a line of the shell.
  private static func commandLines(in line: String) -> [[String]] {
    line.replacingOccurrences(of: "&&", with: "|").split(separator: "|").compactMap { part in
      guard let words = CommandLineWords(String(part)) else { return nil }
      let all = ([words.program] + words.arguments).drop { $0.contains("=") }
      let own = all.first == "xargs" ? all.dropFirst(2) + ["a.md"] : all
      return own.first == "tl" ? Array(own.dropFirst()) : nil
    }
  }

  /// Needs a network, a second program, or does not end by itself.
  private static let notRun: Set<String> = [
    "clone", "remote check", "book check", "book export", "circle build", "site build",
    "site preview", "site check", "site push", "demo",
    // They need the page.
    "circle invite", "circle link", "circle revoke", "circle access",
  ]

  @Test(
    "every one of them works in a vault",
    arguments: commands.map { $0.path.dropFirst().joined(separator: " ") }.filter {
      !$0.hasPrefix("notesync") && !$0.hasPrefix("serve ") && !notRun.contains($0)
    })
  func run(name: String) throws {
    let command = try #require(
      CommandDescription.named(name.split(separator: " ").map(String.init)))
    for example in command.examples where !example.line.contains("--watch") {
      var runner = try Self.vault(for: name)
      let output = try runner.shell(
        example.line.replacingOccurrences(
          of: "/media/usb", with: runner.folder.path("home")),
        stdin: name == "add" ? "A text.\n" : "")
      let expected: [Int] =
        switch name {
        case "doctor": [0, 1]
        case "tracker rm" where !example.line.contains("-y"): [64]
        case "rm" where !example.line.contains("-y"): [64]
        case "trash empty" where !example.line.contains("-y"): [64]
        case "drafts drop" where !example.line.contains("-y"): [64]
        default: [0]
        }
      #expect(
        expected.contains(output.status), "\(example.line): \(output.status) \(output.stderrText)")
    }
  }

  /// A vault with what the examples of a command need.
  private static func vault(for name: String) throws -> CommandRunner {
    var runner = try #require(ExampleVault.current).copy()
    if let setup = setups[name] {
      let output = try runner.shell("set -e; " + setup)
      try #require(output.status == 0, "\(name): \(output.stderrText)")
    }
    return runner
  }

  private static let backups = """
    tl backup make ~/family.zip; age-keygen -o ~/key.txt 2>/dev/null
    tl backup make ~/family.zip.age --encrypt "$(age-keygen -y ~/key.txt)"
    """

  private static let setups: [String: String] = [
    "import photos":
      "mkdir -p ~/Pictures/2016; cp chair.jpg ~/Pictures/2016; cp chair.jpg a.heic; cp voice.m4a a.mov",
    "backup make": "age-keygen 2>/dev/null | age-keygen -y > ~/keys.txt",
    "backup check": backups, "backup restore": backups,
    "backup uninstall": "tl backup install --to ~ --cron -y",
    "due show": "tl due install --cron -y",
    "due uninstall": "tl due install --cron -y",
    "book list": book, "book add": "tl book new Our year", "book rm": book, "book move": book,
    "did": "tl did coffee", "event edit": "tl event list water", "event rm": "tl event list water",
    "tracker merge":
      "cp trackers/coffee.md trackers/coffee-2.md; tl tracker new Coffee at work --unit cups",
    "circle list": circle, "circle show": circle, "circle rm": circle, "circle role": circle,
    "circle preview": "\(circle); tl share @2 grandparents",
    "share": "\(circle); tl share @1 grandparents",
    "then": """
    tl add 'A first spring' --date 2025-05-18 --people kaia -a chair.jpg; tl list --on 2026-05-17
    """,
    "tag rm": "tl tag add firsts,travel,food,draft @1 @2 @3",
    "tag rename": "tl tag add kitchen,travel/japan,family @1",
    "trash list": "tl rm -y @1",
    "trash restore": "tl rm -y @1 @2 @3 @4",
    "trash empty": "tl rm -y @1",
    "drafts list": draft, "drafts resume": draft, "drafts drop": draft,
    "diff": "tl sync; tl tag add x people/kaia.md",
    "log": "tl sync; tl tag add x people/kaia.md; tl sync",
    "show": "\(past)",
    "restore":
      "\(past); cp people/kaia.md letters/gone.md; tl sync; rm letters/gone.md; tl sync --allow-deletes",
    "remote show": remotes, "remote remove": remotes, "remote follow": remotes,
    "undo": "tl tag add x @1", "redo": "tl tag add x @1; tl tag add y @1; tl undo",
    "conflict resolve": """
    id=$(sed -n 's/^id: //p' people/kaia.md); \
    sed "s/^id: .*/id: 00000000-1111-4222-8333-444444444444\\nconflict_of: $id\\nconflict_from: b/" \
    people/kaia.md > people/kaia.conflict-b-20261101T000000Z.md
    """,
  ]

  private static let circle = "tl circle add grandparents 'Bà Lan'"
  private static let book = "tl book new Our year; tl book add 'Our year' @1 @2"

  private static let past = """
    GIT_COMMITTER_DATE=2026-10-01T00:00:00Z GIT_AUTHOR_DATE=2026-10-01T00:00:00Z TL_NOW=2026-10-01T00:00:00Z \
    tl sync; tl tag add x people/kaia.md; tl sync; tl list
    """
  private static let draft = """
    for n in 1 2 3 4; do TL_EDITOR='sh -c "echo more >> \\"$1\\"; exit 1" sh' tl edit people/kaia.md || true; done
    """
  private static let remotes = """
    tl remote set git@example.org:me/a.git; tl --vault ~/notes remote set git@example.org:me/a.git
    """
}
