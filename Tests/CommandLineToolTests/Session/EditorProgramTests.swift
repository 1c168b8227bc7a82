import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

@Suite("Editor program")
struct EditorProgramTests {
  private static func words(_ text: String) -> [String] {
    let command = CommandLineWords(text).map {
      EditorProgram(command: $0, origin: .found).opening("/a b/1.md")
    }
    return command.map { [$0.program] + $0.arguments } ?? []
  }

  /// A vault with `note.md`.
  private func runner(in folder: TemporaryFolder) throws -> CommandRunner {
    var runner = try CommandRunner(folder: folder)
    try runner.tl("init")
    try folder.write("Text\n", to: "vault/note.md")
    return runner
  }

  @Test(
    "the file comes last, and editors with windows of their own are told to wait",
    arguments: [
      ("vim", ["vim", "/a b/1.md"]), ("emacs -nw", ["emacs", "-nw", "/a b/1.md"]),
      ("code", ["code", "--wait", "/a b/1.md"]), ("code -w", ["code", "-w", "/a b/1.md"]),
      ("/opt/x/code --new-window", ["/opt/x/code", "--new-window", "--wait", "/a b/1.md"]),
      ("subl --wait", ["subl", "--wait", "/a b/1.md"]),
      ("gvim", ["gvim", "--nofork", "/a b/1.md"]),
      ("gvim -f", ["gvim", "-f", "/a b/1.md"]), ("kate", ["kate", "--block", "/a b/1.md"]),
      ("'/opt/my editor' \"$HOME\"", ["/opt/my editor", "$HOME", "/a b/1.md"]),
    ])
  func opening(text: String, words: [String]) {
    #expect(Self.words(text) == words)
  }

  @Test(
    "TL_EDITOR counts before the user's settings, these before VISUAL, that before EDITOR",
    arguments: 0..<4)
  func order(first: Int) throws {
    let folder = try TemporaryFolder()
    var runner = try runner(in: folder)
    for (place, name) in ["TL_EDITOR", "", "VISUAL", "EDITOR"].enumerated() where place >= first {
      if name.isEmpty {
        try folder.write("editor: no-editor-\(place) -x\n", to: "home/.config/tl/config.yaml")
      } else {
        runner.environment[name] = "no-editor-\(place) -x"
      }
    }
    // Blanks name nothing.
    if first > 0 { runner.environment["TL_EDITOR"] = "  " }
    try runner.tl("edit", "note.md")
      .expect(errStarts: "tl: error: the editor no-editor-\(first) cannot be started\n")
  }

  @Test(
    "where none is named, the first that is installed", arguments: ["editor", "nano", "vim", "vi"])
  func installed(name: String) throws {
    let folder = try TemporaryFolder()
    var runner = try runner(in: folder)
    let path = ["PATH": folder.path("programs")]
    #expect(
      try runner.tl(["edit", "note.md"], environment: path).stderrText.hasPrefix(
        "tl: error: no editor was found\n"))
    for fallback in EditorProgram.fallbacks.drop(while: { $0 != name }) {
      try folder.writeProgram("#!/bin/sh\n", to: "programs/\(fallback)")
    }
    try runner.tl(["edit", "note.md"], environment: path)
      .expect(errStarts: "tl: error: \(name) needs a terminal, and there is none here\n")
  }

  @Test("a relative folder of PATH, which may be in somebody else's vault, is not searched")
  func relativePath() throws {
    let folder = try TemporaryFolder()
    var runner = try runner(in: folder)
    try folder.writeProgram("#!/bin/sh\n", to: "vault/bin/nano")
    try folder.writeProgram("#!/bin/sh\n", to: "vault/nano")
    let output = try runner.tl(["edit", "note.md"], environment: ["PATH": "bin:."])
    #expect(output.stderrText.hasPrefix("tl: error: no editor was found\n"))
  }

  @Test("a vault does not name the editor")
  func vaultSettings() throws {
    let folder = try TemporaryFolder()
    var runner = try runner(in: folder)
    try folder.write("format: 1\neditor: touch owned\n", to: "vault/.tl/config.yaml")
    _ = try runner.tl("edit", "note.md", environment: ["EDITOR": "no-such-editor"])
    #expect(!folder.exists("vault/owned"))
  }
}
