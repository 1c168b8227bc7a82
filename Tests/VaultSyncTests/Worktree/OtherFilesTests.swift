import TestSupport
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Files that are no notes, media or settings, in a folder that had some before it became a vault.
@Suite("Other files")
struct OtherFilesTests {
  @Test(
    "notes, media and settings are none",
    arguments: [
      "a.md", "in/b.markdown", "a.media/notes.txt", "in/a.media/deep/x", "x.jpg", "in/x.MP4",
      "x.pdf",
      ".gitignore", "in/.gitattributes", ".tlignore", ".tl/config.yaml", ".obsidian/app.json",
      "board.canvas", "books.base",
    ])
  func ordinary(name: String) {
    #expect(!OtherFiles.isOther(path(name)))
  }

  @Test(
    "all else is",
    arguments: [
      "main.swift", "list.txt", "Makefile", ".env", "in/.obsidian/app.json", ".media/x", "a.tl/b",
      ".github/workflows/ci.yml", "a.html",
    ])
  func others(name: String) {
    #expect(OtherFiles.isOther(path(name)))
  }

  /// A folder with source code that has just become a vault.
  private func project(_ commit: [String] = []) throws -> (SyncDevices, SyncDevice) {
    let devices = try SyncDevices([])
    let device = try devices.makeVault("laptop")
    device.write(["a.md": note("1", "", "one\n"), "src/main.swift": "print(1)\n"])
    if !commit.isEmpty {
      for file in commit { try device.git("add", file) }
      try device.git("commit", "-q", "-m", "first")
    }
    try device.open().noteOtherFiles()
    return (devices, device)
  }

  private func tracked(_ device: SyncDevice) throws -> [String] {
    try device.git("ls-files").split(separator: "\n").map(String.init).filter {
      !$0.hasPrefix(".tl/")
    }
  }

  @Test("nobody can be asked: they are left out and named, until they are let through")
  func withoutTerminal() throws {
    let (devices, device) = try project()
    defer { withExtendedLifetime(devices) {} }
    let report = try device.sync()
    #expect(report.heldBack == [SkippedPath(path("src/main.swift"), .otherFile(isAnswered: false))])
    #expect(try tracked(device) == ["a.md"])
    #expect(try device.open().status().skipped.map(\.path.text) == ["src/main.swift"])
    #expect(try device.sync { $0.allowsOtherFiles = true }.heldBack == [])
    #expect(try device.sync(writing: ["src/more.swift": "print(2)\n"]).heldBack == [])
    #expect(try tracked(device) == ["a.md", "src/main.swift", "src/more.swift"])
  }

  @Test("one question, and its answer counts from then on", arguments: [true, false])
  func answered(isYes: Bool) throws {
    let (devices, device) = try project()
    defer { withExtendedLifetime(devices) {} }
    var questions: [SyncQuestion] = []
    let callbacks = SyncCallbacks(answer: {
      questions.append($0)
      return isYes
    })
    #expect(try device.sync(callbacks).heldBack == [])
    device["src/more.swift"] = "print(2)\n"
    #expect(try device.sync(callbacks).heldBack == [])
    #expect(questions == [.gate(.otherFiles([path("src/main.swift")]))])
    #expect(try tracked(device).contains("src/more.swift") == isYes)
    #expect(device["src/main.swift"] == "print(1)\n")
  }

  @Test("where the last commit has some, nobody is asked")
  func known() throws {
    let (devices, device) = try project(["src/main.swift"])
    defer { withExtendedLifetime(devices) {} }
    #expect(try device.sync(writing: ["src/more.swift": "print(2)\n"]).heldBack == [])
    #expect(try tracked(device) == ["a.md", "src/main.swift", "src/more.swift"])
  }

  @Test("what arrives under the name of one that was left out does not replace it")
  func arriving() throws {
    let (devices, device) = try project()
    try device.sync()
    let phone = try devices.clone("phone")
    try phone.sync(writing: ["src/main.swift": "print(3)\n"])
    try device.sync()
    #expect(device["src/main.swift"] == "print(1)\n")
  }
}
