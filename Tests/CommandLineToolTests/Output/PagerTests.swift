import Foundation
import TestSupport
import Testing

@Suite("The pager")
struct PagerTests {
  /// A list of one note on a terminal, where `less` and `mine` are pagers that say their names.
  private func list(
    _ environment: [String: String] = [:], settings: String? = nil
  ) throws -> String {
    try withTemporaryFolder { folder in
      let runner = try CommandRunner(folder: folder)
      try folder.write("---\nid: aaaaaaaa\ncreated: 2026-01-01\n---\n# One\n", to: "vault/one.md")
      for name in ["less", "mine"] {
        try folder.writeProgram("#!/bin/sh\necho \(name)\nexec /bin/cat\n", to: "bin/\(name)")
      }
      if let settings { try folder.write(settings, to: "home/.config/tl/config.yaml") }
      let session = try TerminalSession.run(
        runner, ["--vault", "."], typed: "", path: ["bin"], environment: environment)
      #expect(session.status == 0)
      return session.screen.replacing(folder.path("home"), with: "~")
    }
  }

  private let notes = "January 2026\n2026-01-01  aaaaaaaa    One\n"

  @Test("is less, unless another is named")
  func named() throws {
    #expect(try list() == "less\n" + notes)
    #expect(try list(["PAGER": "mine"]) == "mine\n" + notes)
    #expect(try list(["PAGER": "cat"]) == notes)
    #expect(try list(["PAGER": "less"], settings: "pager: mine\n") == "mine\n" + notes)
  }

  @Test("a terminal that can do nothing gets none but one that is named")
  func dumb() throws {
    #expect(try list(["TERM": "dumb"]) == notes)
    #expect(try list(["TERM": "dumb", "PAGER": "mine"]) == "mine\n" + notes)
  }

  @Test("settings that cannot be read are told of, and none of them counts")
  func broken() throws {
    #expect(
      try list(settings: "pager: mine\neditor: [\n") == """
        tl: warning: ~/.config/tl/config.yaml:3: broken YAML: did not find expected node content; \
        this file is ignored
        less
        \(notes)
        """)
  }

  /// What a pager sees and what the terminal shows, where the pager is a script and there are 300 notes.
  private func page(
    _ script: String, _ environment: [String: String] = [:]
  ) throws -> (seen: String?, session: TerminalSession) {
    try withTemporaryFolder { folder in
      let runner = try CommandRunner(folder: folder)
      for number in 1...30 {
        let id = "\(1000 + number)aaaa"
        try folder.write(
          "---\nid: \(id)\ncreated: 2026-01-01\n---\n# Note \(number)\n", to: "vault/\(number).md")
      }
      try folder.writeProgram("#!/bin/sh\n\(script)\n", to: "bin/pager")
      let session = try TerminalSession.run(
        runner, ["--vault", "."], typed: "", path: ["bin"],
        environment: ["PAGER": folder.path("bin/pager"), "SEEN": folder.path("seen")]
          .merging(environment) { $1 })
      return (try? folder.readText("seen"), session)
    }
  }

  @Test("gets LESS and LV as git sets them, where they are not set")
  func variables() throws {
    let script = "echo \"$LESS $LV\" > \"$SEEN\"; exec /bin/cat"
    #expect(try page(script).seen == "FRX -c\n")
    #expect(try page(script, ["LESS": "-R", "LV": "x"]).seen == "-R x\n")
    #expect(try page(script, ["LESS": ""]).seen == " -c\n")
  }

  @Test(
    "that fails prints what it was given",
    arguments: [
      ("exit 3", "ended with status 3"), ("kill -KILL $$", "was ended by signal 9"),
      ("/bin/cat > /dev/null; exit 1", "ended with status 1"),
    ])
  func failure(script: String, words: String) throws {
    let session = try page(script).session.expect(
      0, has: "tl: warning: the pager ", "\(words); its text is printed here\n", "Note 1\n",
      "Note 30\n")
    #expect(session.screen.split(separator: "\n").count { $0.contains("Note 7") } == 1)
  }

  @Test(
    "that was closed or interrupted prints nothing more", arguments: ["exit 0", "kill -INT $$"])
  func closed(script: String) throws {
    try page(script).session.expect(0, lacks: "Note")
  }

  @Test("that cannot be started is told, and the output is there")
  func missing() throws {
    let screen = try list(["PAGER": "no-such-pager"])
    #expect(screen.hasPrefix("tl: warning: the pager no-such-pager cannot be started; "))
    #expect(screen.hasSuffix(notes))
  }
}
