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
        nothing in this file counts
        less
        \(notes)
        """)
  }
}
