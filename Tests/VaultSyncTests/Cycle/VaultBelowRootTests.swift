import Foundation
import TestSupport
import Testing

@testable import Git
@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// A vault in a folder of a repository that holds more, such as the source of a web site.
@Suite("A vault below the root of its repository")
struct VaultBelowRootTests {
  private static let site = ["config.toml": "title = 1\n", "themes/t/a.html": "<p>\n"]

  private func sites(
    _ files: [String: String] = site
  ) throws -> (devices: SyncDevices, laptop: SiteDevice) {
    let devices = try SyncDevices([])
    return (devices, try SiteDevice("laptop", in: devices, files: files))
  }

  /// The laptop has sent a note, and the phone has cloned the repository.
  private func pair() throws -> (laptop: SiteDevice, phone: SiteDevice) {
    let (devices, laptop) = try sites()
    try laptop.sync(writing: ["content/a.md": note("1", "", "one\n")])
    return (laptop, try SiteDevice(cloning: "phone", in: devices))
  }

  @Test("the folder gets no repository of its own, and only its files are committed")
  func records() throws {
    let (_, laptop) = try sites()
    #expect(!laptop.device.exists("content/.git"))
    laptop["content/a.md"] = note("1", "", "one\n")
    laptop["content/a.media/x.jpg"] = "\u{0}x"
    laptop.device.write(["config.toml": "title = 2\n", "new.txt": "new\n"])
    try laptop.git("add", "new.txt")
    #expect(try laptop.sync().committed.notes.map(\.path.text) == ["a.md"])
    #expect(
      try laptop.paths()
        == [
          "content/.tl/.gitignore", "content/.tl/config.yaml", "content/a.md",
          "content/a.media/x.jpg",
        ])
    #expect(try laptop.git("status", "--porcelain") == " M config.toml\nA  new.txt")
    #expect(try laptop.git("show", "HEAD:config.toml") == "title = 1")
    #expect(try laptop.git("rev-parse", "origin/main") == laptop.device.commit())
    #expect(try laptop.git("fsck", "--strict") == "")
    #expect(try laptop.sync().committed.isEmpty)
  }

  @Test("what a filter of the vault's own attributes made has no title")
  func filteredTitle() throws {
    let (_, laptop) = try sites()
    for command in ["clean", "smudge"] {
      try laptop.git("config", "filter.crypt.\(command)", "tr A-Za-z N-ZA-Mn-za-m")
    }
    laptop["content/.gitattributes"] = "secret/** filter=crypt\n"
    laptop["content/secret/s.md"] = "# A secret\n"
    #expect(try laptop.sync().committed.notes.map(\.title) == ["s"])
    #expect(try laptop.git("show", "HEAD:content/secret/s.md") == "# N frperg")
    try laptop.sync { $0.pushes = false }
    laptop["content/secret/s.md"] = "# A secret\n\nmore\n"
    #expect(try laptop.sync().sent.notes.map(\.title) == ["s"])
  }

  @Test("two devices: different notes, one note, the same lines")
  func merges() throws {
    let (devices, laptop) = try sites()
    try laptop.sync(writing: ["content/a.md": note("1", "", "one\n\ntwo\n\nthree\n")])
    let phone = try SiteDevice(cloning: "phone", in: devices)
    #expect(phone["content/a.md"] == laptop["content/a.md"])
    phone["content/a.md"] = note("1", "", "one!\n\ntwo\n\nthree\n")
    try phone.sync(writing: ["content/in/b.md": note("2", "", "b\n")])
    let report = try laptop.sync(writing: ["content/a.md": note("1", "", "one\n\ntwo\n\nthree!\n")])
    #expect(report.told.contains("a.md: merged"))
    try phone.sync()
    for site in [laptop, phone] {
      #expect(site["content/a.md"] == note("1", "", "one!\n\ntwo\n\nthree!\n"))
      #expect(site["content/in/b.md"] == note("2", "", "b\n"))
      #expect(site["config.toml"] == "title = 1\n")
      #expect(try site.git("status", "--porcelain") == "")
    }
    phone.device.now += 100
    laptop["content/a.md"] = note("1", "", "laptop\n")
    phone["content/a.md"] = note("1", "", "phone\n")
    try laptop.sync()
    try phone.sync()
    try laptop.sync()
    let copies = laptop.device.paths().filter { $0.contains(".conflict-") }
    #expect(copies.count == 1 && copies.allSatisfy { $0.hasPrefix("content/a.conflict-laptop-") })
    #expect(laptop.files() == phone.files())
    #expect(try laptop.device.commit() == phone.device.commit())
  }

  @Test("the last note goes: the folder goes from the commit, and nothing else")
  func lastNote() throws {
    let (laptop, phone) = try pair()
    laptop["content/a.md"] = nil
    try FileManager.default.removeItem(atPath: laptop.device.file("content/.tl/config.yaml"))
    try FileManager.default.removeItem(atPath: laptop.device.file("content/.tl/.gitignore"))
    try laptop.sync { $0.allowsDeletes = true }
    #expect(try laptop.git("ls-tree", "--name-only", "HEAD") == "config.toml\nthemes")
    try phone.sync()
    #expect(!phone.device.exists("content/a.md"))
    #expect(phone["themes/t/a.html"] == "<p>\n")
  }

  @Test("a file that others changed outside of the vault is left to git")
  func outsideArrives() throws {
    let (laptop, phone) = try pair()
    phone.device.write(["config.toml": "title = 2\n", "content/b.md": note("2", "", "b\n")])
    try phone.git("commit", "-q", "-a", "-m", "the title")
    try phone.sync()
    for isMerge in [false, true] {
      if isMerge { laptop["content/c.md"] = note("3", "", "c\n") }
      let refusal = try laptop.refusal()
      #expect(
        refusal
          == .outsideChanged(root: laptop.device.path + "/", files: [path("config.toml")]))
      #expect(laptop["config.toml"] == "title = 1\n")
      #expect(!laptop.device.exists("content/b.md"))
      #expect(try laptop.git("status", "--porcelain") == "")
    }
    try laptop.git("pull", "-q", "--no-rebase", "--no-edit")
    #expect(try laptop.refusal() == nil)
    try phone.sync()
    for site in [laptop, phone] {
      #expect(site["config.toml"] == "title = 2\n")
      #expect(site["content/b.md"] != nil && site["content/c.md"] != nil)
    }
  }

  @Test("a history written anew takes away nothing that is committed outside of the vault")
  func outsideOfRewritten() throws {
    let (laptop, phone) = try pair()
    try phone.git("commit", "-q", "--amend", "-m", "better words")
    try phone.git("push", "-q", "--force")
    try laptop.commitByGit(writing: ["config.toml": "title = 2\n"])
    laptop["content/b.md"] = note("2", "", "b\n")
    let root = laptop.device.path + "/"
    #expect(try laptop.refusal() == .outsideUnsent(root: root, files: [path("config.toml")]))
    // What tl has recorded is rebased too.
    try laptop.git("pull", "-q", "--rebase")
    #expect(try laptop.refusal() == nil)
    try phone.git("pull", "-q", "--rebase")
    #expect(phone["config.toml"] == "title = 2\n" && phone["content/b.md"] != nil)
  }

  @Test("what is committed outside of the vault here goes along, and stays through a merge")
  func outsideLeaves() throws {
    let (laptop, phone) = try pair()
    try phone.sync(writing: ["content/b.md": note("2", "", "b\n")])
    try laptop.commitByGit(writing: ["config.toml": "title = 2\n"])
    try laptop.sync(writing: ["content/c.md": note("3", "", "c\n")])
    #expect(laptop["content/b.md"] != nil)
    #expect(try laptop.git("show", "origin/main:config.toml") == "title = 2")
    #expect(try laptop.git("status", "--porcelain") == "")
  }

  @Test("history, an old version, status and undo")
  func lookingBack() throws {
    let (laptop, phone) = try pair()
    phone["content/a.md"] = note("1", "", "two\n")
    phone["content/b.md"] = note("2", "", "b\n")
    #expect(try phone.open().status().changes.notes.map(\.path.text) == ["a.md", "b.md"])
    try phone.sync()
    #expect(try phone.open().status().changes.isEmpty)
    try laptop.commitByGit(writing: ["config.toml": "title = 2\n"])
    try laptop.sync()
    #expect(laptop["content/b.md"] != nil)
    var entries: [[String]] = []
    try laptop.open().history().forEachEntry {
      entries.append($0.changes.map(\.path.text))
      return true
    }
    #expect(
      entries.first == ["a.md", "b.md"]
        && entries.last == [".tl/.gitignore", ".tl/config.yaml", "a.md"])
    #expect(entries.count == 2)
    _ = try laptop.open().undo(SyncOptions(), .undoing())
    #expect(laptop["content/a.md"] == note("1", "", "one\n"))
    #expect(laptop["config.toml"] == "title = 2\n")
    #expect(try laptop.git("show", "HEAD:config.toml") == "title = 2")
    #expect(try laptop.git("status", "--porcelain") == "")
  }

  @Test("the rules of the folders above count; those of tl hold in the vault alone")
  func ignoring() throws {
    let (_, laptop) = try sites([
      ".gitignore": "*.log\n/content/drafts/\ncontent/only.txt\n/a.md\n", "a.log~": "kept\n",
    ])
    for name in ["a.md", "x.log", "drafts/d.md", "only.txt", "in/only.txt", "b.md~", ".tl/local/y"]
    {
      laptop["content/" + name] = "text\n"
    }
    try laptop.sync()
    #expect(
      try laptop.paths() == [
        "content/.tl/.gitignore", "content/.tl/config.yaml", "content/a.md", "content/in/only.txt",
      ])
    #expect(try laptop.git("status", "--porcelain") == "")
    laptop["b.md~"] = "mine\n"
    #expect(try laptop.git("status", "--porcelain") == "?? b.md~")
  }

  @Test("what a filter of the folders above made is binary to a merge")
  func filterAbove() throws {
    let (devices, laptop) = try sites([".gitattributes": "content/*.md filter=crypt\n"])
    func setFilter(_ site: SiteDevice) throws {
      for command in ["clean", "smudge"] {
        try site.git("config", "filter.crypt.\(command)", "tr A-Za-z N-ZA-Mn-za-m")
      }
    }
    try setFilter(laptop)
    try laptop.sync(writing: ["content/a.md": note("1", "", "one\n\ntwo\n\nthree\n")])
    let phone = try SiteDevice(cloning: "phone", in: devices)
    try setFilter(phone)
    try phone.git("checkout", "-q", "HEAD", "--", "content")
    try phone.sync(writing: ["content/a.md": note("1", "", "one!\n\ntwo\n\nthree\n")])
    try laptop.sync(writing: ["content/a.md": note("1", "", "one\n\ntwo\n\nthree!\n")])
    try phone.sync()
    for site in [laptop, phone] {
      let texts = site.files().filter { $0.key.hasPrefix("content/a") && $0.key.hasSuffix(".md") }
      #expect(
        Set(texts.values) == [
          note("1", "", "one!\n\ntwo\n\nthree\n"), note("1", "", "one\n\ntwo\n\nthree!\n"),
        ])
      #expect(try site.git("status", "--porcelain") == "")
    }
    // What git keeps of both is what the filter made.
    for name in laptop.files().keys where name.hasPrefix("content/a") {
      #expect(try laptop.git("show", "HEAD:\(name)").contains("guerr"))
    }
  }

  @Test("the attributes of the folders above count")
  func attributes() throws {
    let (devices, laptop) = try sites([".gitattributes": "content/*.md text eol=crlf\n"])
    try laptop.sync(writing: ["content/a.md": "one\r\n", "content/b.txt": "one\r\n"])
    #expect(try laptop.git("cat-file", "-s", "HEAD:content/a.md") == "4")
    #expect(try laptop.git("cat-file", "-s", "HEAD:content/b.txt") == "5")
    let phone = try SiteDevice(cloning: "phone", in: devices)
    try laptop.sync(writing: ["content/a.md": "two\r\n"])
    try phone.sync()
    #expect(phone["content/a.md"] == "two\r\n")
    #expect(try phone.git("status", "--porcelain") == "")
  }

  @Test("a repository without a commit, and a place with blanks")
  func firstCommit() throws {
    let folder = try TemporaryFolder()
    let inner = try folder.makeFolder("my site/the content")
    let devices = try SyncDevices([])
    let device = try devices.addDevice("laptop")
    try GitProgram.run(["init", "-q", "-b", "main", folder.path], in: folder.path)
    _ = try Vault.initialize(inner, timeZone: nil)
    #expect(
      try RepositorySetup.prepare(inner, program: "tl")
        == .below(root: folder.path + "/"))
    try folder.write("text\n", to: "my site/the content/a.md")
    try folder.write("mine\n", to: "my site/index.html")
    let vault = try SyncedVault(
      Vault(opening: inner), settings: device.settings, surroundings: device.surroundings,
      noteZone: .utc)
    _ = try vault.sync(SyncOptions(), SyncCallbacks())
    #expect(
      try GitProgram.text(["ls-tree", "-r", "--name-only", "HEAD"], in: folder.path)
        == "my site/the content/.tl/.gitignore\nmy site/the content/.tl/config.yaml\nmy site/the content/a.md"
    )
    #expect(
      try GitProgram.text(["status", "--porcelain"], in: folder.path) == "?? \"my site/index.html\""
    )
  }

  @Test("an interrupted run is put right")
  func recovery() throws {
    let (laptop, phone) = try pair()
    try phone.sync(writing: ["content/a.md": note("1", "", "two\n")])
    try laptop.git("fetch", "-q")
    struct Failure: Error {}
    let vault = try laptop.open()
    let (old, new) = try (
      vault.repository.commit(naming: "HEAD"), vault.repository.commit(naming: "origin/main")
    )
    var apply = Apply(
      vault.vault.folder, vault.repository, deviceKey: laptop.device.settings.deviceKey,
      time: "2026-11-20T18:03:11+01:00")
    apply.onStep = { if $0 == .indexWritten { throw Failure() } }
    let set = try ChangeSet(
      branch: "refs/heads/main", from: old, to: new, in: vault.repository, log: "test")
    #expect(set.changes.map(\.path.text) == ["a.md"])
    do {
      let lock = try VaultLock(.write, of: vault.vault.folder)
      #expect(throws: Failure.self) { try apply.run(set, holding: lock) }
    }
    #expect(laptop["content/a.md"] == note("1", "", "one\n"))
    #expect(try laptop.git("status", "--porcelain") == "")
    try laptop.sync()
    #expect(laptop["content/a.md"] == note("1", "", "two\n"))
    #expect(try laptop.git("status", "--porcelain") == "")
  }
}
