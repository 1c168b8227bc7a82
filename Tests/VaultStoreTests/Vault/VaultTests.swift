import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import VaultStore

@Suite("Finding, opening and making a vault")
struct VaultTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Why writing is refused, in one word; nil where it is allowed.
  private static func refusal(_ path: String) throws -> String? {
    do {
      try Vault(opening: path).checkWritable()
      return nil
    } catch let refusal as Vault.WriteRefusal {
      switch refusal {
      case .notInitialized(let refused):
        #expect(refused == path)
        return "notInitialized"
      case .newerFormat(let format): return "newerFormat \(format)"
      case .unreadableConfiguration(let finding):
        return "unreadable \(finding.line): \(finding.message)"
      }
    }
  }

  // MARK: - Finding

  @Test("the root is the nearest folder upwards that holds the folder .tl")
  func root() throws {
    for path in ["v/.tl", "v/a/b", "v/inner/.tl", "v/inner/x", "out/deep"] {
      try folder.makeFolder(path)
    }
    func root(_ path: String) -> String? { Vault.root(above: folder.path(path)) }
    #expect(root("v") == folder.path("v"))
    #expect(root("v/a/b") == folder.path("v"))
    #expect(root("v/inner/x") == folder.path("v/inner"))
    #expect(root("v/.tl") == folder.path("v"))
    #expect(root("out/deep") == nil)
    // The folder need not be there: a shell may stand in one that was removed.
    #expect(root("v/gone/deeper") == folder.path("v"))
    #expect(Vault.root(above: "/") == nil)
  }

  @Test("a file .tl makes no vault; the search goes on above it")
  func rootBesideFile() throws {
    try folder.makeFolder("v/.tl")
    try folder.write(["v/a/.tl": "x", "lone/.tl": "x"])
    mkfifo(folder.path("v/.pipe"), 0o644)
    #expect(Vault.root(above: folder.path("v/a")) == folder.path("v"))
    #expect(Vault.root(above: folder.path("lone")) == nil)
    #expect(try Self.refusal(folder.path("lone")) == "notInitialized")
  }

  @Test("a vault whose .tl is a link is read and not written to, and is not made over")
  func linkedSettings() throws {
    try folder.makeFolder("elsewhere")
    try folder.write(["elsewhere/config.yaml": "format: 7\n", "v/a.md": "# Note"])
    symlink("../elsewhere", folder.path("v/.tl"))
    #expect(Vault.root(above: folder.path("v")) == folder.path("v"))
    let vault = try Vault(opening: folder.path("v"))
    #expect(!vault.isInitialized && vault.configuration.format == 1)
    #expect(try vault.folder.read(path("a.md")).bytes == bytes("# Note"))
    #expect(try Self.refusal(folder.path("v")) == "notInitialized")
    #expect(throws: StoreError(".tl", .link)) {
      try Vault.initialize(folder.path("v"), timeZone: nil)
    }
    #expect(
      folder.contents().filter { $0.hasPrefix("elsewhere") } == [
        "elsewhere", "elsewhere/config.yaml",
      ])
  }

  @Test("a vault may itself be reached by a link; one that is not there, or a file, is an error")
  func opening() throws {
    try folder.makeFolder("v/.tl")
    symlink("v", folder.path("link"))
    try folder.write("x", to: "file")
    #expect(try Vault(opening: folder.path("link")).isInitialized)
    for name in ["none", "file"] {
      let error = #expect(throws: StoreError.self) { try Vault(opening: folder.path(name)) }
      #expect(error?.path == folder.path(name))
      #expect(error?.system != nil)
    }
  }

  // MARK: - Writing

  @Test("a folder without .tl is read, not written to")
  func notInitialized() throws {
    try folder.write("# Note", to: "a.md")
    #expect(try Self.refusal(folder.path) == "notInitialized")
    let vault = try Vault(opening: folder.path)
    #expect(throws: Vault.WriteRefusal.self) {
      _ = try NoteWriter(vault, Writing.surroundings, zone: .utc)
    }
    #expect(folder.contents() == ["a.md"])
  }

  @Test(
    "which settings allow writing",
    arguments: [
      (nil, nil), ("", nil), ("format: 1\n", nil), ("format: '1'\n", nil), ("# nothing\n", nil),
      ("format: 2\n", "newerFormat 2"), ("\u{FEFF}format: 3\r\n", "newerFormat 3"),
      ("x: 1\nformat: 2\nnew: [1]\n", "newerFormat 2"),
      ("format: [\n", "unreadable 2: broken YAML: did not find expected node content"),
      ("- a\n", "unreadable 1: broken YAML: the front matter is not a list of keys and values"),
      ("a: 1\nformat: one\n", "unreadable 2: format is not a number"),
      ("format: 0\n", "unreadable 1: format is not a number"),
      ("format: -1\n", "unreadable 1: format is not a number"),
      ("format: 99999999999999999999\n", "unreadable 1: format is not a number"),
      ("format:\n", "unreadable 1: format is not a number"),
      ("format: 1\nformat: 2\n", "unreadable 2: broken YAML: duplicate key \"format\""),
      ("media:\n  max_size: x\n", nil), ("editor: vi\n", nil),
    ] as [(String?, String?)])
  func settings(_ text: String?, _ refusal: String?) throws {
    try folder.makeFolder(".tl")
    if let text { try folder.write(text, to: ".tl/config.yaml") }
    #expect(try Self.refusal(folder.path) == refusal)
  }

  @Test("settings that are a link, a folder, or too large mean the defaults and no writing")
  func oddSettings() throws {
    try folder.write("timezone: Asia/Tokyo\n", to: "a/config.yaml")
    try folder.makeFolder("a/.tl")
    symlink("../config.yaml", folder.path("a/.tl/config.yaml"))
    try folder.makeFolder("b/.tl/config.yaml")
    try folder.makeFolder("c/.tl")
    try folder.write(
      bytes("timezone: Asia/Tokyo\n#") + [UInt8](repeating: 0x20, count: 1 << 20),
      to: "c/.tl/config.yaml")
    for name in ["a", "b", "c"] {
      let vault = try Vault(opening: folder.path(name))
      #expect(vault.configuration.timeZone == nil)
      #expect(vault.configuration.findings.map(\.severity) == [.error])
      #expect(
        try Self.refusal(folder.path(name))?.hasPrefix(
          "unreadable 1: the settings cannot be read: ") == true)
    }
  }

  // MARK: - Making

  @Test("making a vault adds .tl and touches nothing that is there")
  func initialize() throws {
    try folder.write("# Note", to: "v/a.md")
    let made = try Vault.initialize(folder.path("v"), timeZone: "Europe/Berlin")
    #expect(made.map(\.text) == [".tl/config.yaml", ".tl/.gitignore"])
    #expect(
      folder.contents() == ["v", "v/.tl", "v/.tl/.gitignore", "v/.tl/config.yaml", "v/a.md"])
    #expect(try folder.readText("v/.tl/.gitignore") == "local/\n")
    let vault = try Vault(opening: folder.path("v"))
    #expect(vault.configuration.timeZone == "Europe/Berlin" && vault.configuration.format == 1)
    #expect(vault.configuration.findings.isEmpty)
    #expect(try Self.refusal(folder.path("v")) == nil)

    try folder.write("format: 1 # mine\n", to: "v/.tl/config.yaml")
    #expect(try Vault.initialize(folder.path("v"), timeZone: nil).isEmpty)
    #expect(try folder.readText("v/.tl/config.yaml") == "format: 1 # mine\n")
    #expect(try folder.readText("v/a.md") == "# Note")
  }

  @Test("missing folders are made; without a time zone none is written")
  func initializeDeep() throws {
    _ = try Vault.initialize(folder.path("x/y/z"), timeZone: nil)
    #expect(try folder.readText("x/y/z/.tl/config.yaml").contains("timezone") == false)
    #expect(try Vault(opening: folder.path("x/y/z")).isInitialized)
  }
}
