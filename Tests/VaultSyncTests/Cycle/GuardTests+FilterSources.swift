import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultSync

extension GuardTests {
  /// Attributes count wherever git finds them.
  @Suite("Guards: where attributes come from")
  struct FilterSources {
    private let vaults: FilteringVaults

    init() throws {
      vaults = try FilteringVaults()
    }

    private func expectHidden(
      _ vault: GuardedVault, at name: String = "secret/s.md",
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      #expect(
        try vault.committed()[name] == "FRPERGJBEQF\n", sourceLocation: sourceLocation)
      #expect(try !vault.historyHolds("SECRETWORDS"), sourceLocation: sourceLocation)
      #expect(try vault.repository.porcelain == "", sourceLocation: sourceLocation)
    }

    @Test(
      "a file of attributes that git ignores counts",
      arguments: [".gitattributes", "secret/.gitattributes"])
    func ignored(place: String) throws {
      let line = place.contains("/") ? "* filter=crypt\n" : "secret/** filter=crypt\n"
      let vault = try vaults.device(
        "laptop", [".gitignore": ".gitattributes\n", place: line, "secret/s.md": "SECRETWORDS\n"])
      try vault.sync()
      try expectHidden(vault)
      #expect(try vault.committed()[place] == nil)
      try vault.sync(writing: ["secret/s.md": "SECRETWORDS again\n"])
      #expect(try vault.committed()["secret/s.md"] == "FRPERGJBEQF ntnva\n")
    }

    @Test("the repository's own file counts, and the user's")
    func outside() throws {
      for place in ["info/attributes", "mine"] {
        let vault = try vaults.device("laptop", ["secret/s.md": "SECRETWORDS\n"])
        try vault.write("secret/** filter=crypt\n", to: ".git/\(place)")
        let file = vault.repository.folder.path(".git/\(place)")
        if place == "mine" { try vault.repository.git("config", "core.attributesFile", file) }
        vault.options.joins = true
        try vault.sync()
        try expectHidden(vault)
      }
    }

    @Test("a macro counts, and a pattern in quotes")
    func macros() throws {
      let vault = try vaults.device(
        "laptop",
        [
          ".gitattributes": "[attr]private filter=crypt\n\"my secrets/**\" private\n",
          "my secrets/s.md": "SECRETWORDS\n",
        ])
      try vault.sync()
      try expectHidden(vault, at: "my secrets/s.md")
    }

    @Test("a file of attributes that was removed counts until that is recorded, as with git")
    func removed() throws {
      let vault = try vaults.device(
        "laptop", [".gitattributes": "secret/** filter=crypt\n", "a.md": "A\n"])
      try vault.sync()
      try vault.sync(writing: [".gitattributes": nil, "secret/s.md": "SECRETWORDS\n"])
      #expect(try vault.committed()["secret/s.md"] == "FRPERGJBEQF\n")
      #expect(try vault.committed()[".gitattributes"] == nil)
      #expect(try !vault.historyHolds("SECRETWORDS"))
    }

    @Test("names that need care go through the filter too, a just written one by its bytes")
    func oddNames() throws {
      let names = [
        "ä ö.md", " blank in front.md", "quote\".md", "tab\there.md", "end.md\r", "line\nfeed.md",
      ]
      var files = [".gitattributes": "secret/** filter=crypt\n"]
      for name in names { files["secret/\(name)"] = "SECRETWORDS\n" }
      let vault = try vaults.device("laptop", files)
      #expect(try vault.sync().held == [])
      let committed = try vault.committed()
      for name in names { #expect(committed["secret/\(name)"] == "FRPERGJBEQF\n", "\(name)") }
      let other = try vaults.device("phone")
      try other.sync()
      for name in names { #expect(other.text("secret/\(name)") == "SECRETWORDS\n", "\(name)") }
    }

    // MARK: Attributes that arrive

    @Test("attributes that arrive count for what arrives with them, and those that go do not")
    func arriving() throws {
      let (ours, theirs) = try vaults.pair(["a.md": "A\n", "secret/s.md": "plain\n"])
      try theirs.write("secret/** filter=crypt\n", to: ".gitattributes")
      try theirs.write("SECRETWORDS\n", to: "secret/s.md")
      try theirs.write("SECRETWORDS\n", to: "secret/t.md")
      try theirs.sync()
      #expect(try theirs.committed()["secret/s.md"] == "FRPERGJBEQF\n")
      try ours.sync()
      for name in ["secret/s.md", "secret/t.md"] { #expect(ours.text(name) == "SECRETWORDS\n") }
      #expect(try ours.repository.porcelain == "")
      try theirs.sync(writing: [".gitattributes": nil, "secret/t.md": nil])
      try theirs.sync(writing: ["secret/s.md": "not secret\n", ".gitattributes": ""])
      #expect(try theirs.committed()["secret/s.md"] == "not secret\n")
      try ours.expectSync(gives: ["secret/s.md": "not secret\n"])
      #expect(try ours.repository.porcelain == "")
    }

    /// The laptop has a filtered file; the phone has taken the attributes, and nothing else, out of the branch.
    private func attributesRemoved() throws -> (laptop: GuardedVault, phone: GuardedVault) {
      let (ours, theirs) = try vaults.pair(
        [".gitattributes": "secret/** filter=crypt\n", "secret/s.md": "SECRETWORDS\n"])
      try theirs.repository.git("rm", "-q", "--cached", ".gitattributes")
      try theirs.repository.git("commit", "-q", "-m", "no attributes")
      try theirs.repository.git("push", "-q", "origin", "HEAD:main")
      return (ours, theirs)
    }

    @Test(
      "attributes that go alone leave what git keeps, no plain text leaves, and they may come back")
    func attributesAlone() throws {
      let (ours, theirs) = try attributesRemoved()
      for _ in 0..<2 { try ours.sync() }
      #expect(ours.text(".gitattributes") == nil)
      #expect(ours.text("secret/s.md") == "FRPERGJBEQF\n")
      #expect(try ours.repository.porcelain == "")
      #expect(try !ours.historyHolds("SECRETWORDS"))
      try theirs.pushByGit(".gitattributes")
      try ours.expectSync(gives: ["secret/s.md": "SECRETWORDS\n"])
      #expect(try ours.repository.porcelain == "")
    }

    @Test("a file that is edited while attributes go stays as it is in the folder")
    func attributesAloneWithAnEdit() throws {
      let (ours, _) = try attributesRemoved()
      let synced = try ours.open()
      var isEdited = false
      let report = try synced.sync(
        SyncOptions(),
        SyncCallbacks(progress: { _ in
          if !isEdited { try? ours.write("EDITED\n", to: "secret/s.md") }
          isEdited = true
          return true
        }))
      #expect(report.arrived.others.count == 1)
      #expect(ours.text("secret/s.md") == "EDITED\n")
    }

    @Test(
      "plain text for which attributes arrive stays where the filter would not keep it as it is")
    func attributesForPlainText() throws {
      let clean = "sed 's/^/sealed /'"
      let ours = try vaults.device("laptop", ["secret/s.md": "words\n"], hasFilter: false)
      try ours.setFilter(clean: clean, smudge: "sed 's/^sealed //'")
      try ours.sync()
      let theirs = try vaults.device("phone", hasFilter: false)
      try theirs.sync()
      try theirs.write("secret/** filter=crypt\n", to: ".gitattributes")
      try theirs.pushByGit(".gitattributes")
      try ours.expectSync(gives: ["secret/s.md": "words\n"])
      try ours.sync(writing: ["secret/s.md": "words and more\n"])
      #expect(try ours.committed()["secret/s.md"] == "sealed words and more\n")
      #expect(ours.text("secret/s.md") == "words and more\n")
    }

    @Test("the program of a filter is found from the folder, also when attributes arrive")
    func relativeProgram() throws {
      let ours = try vaults.device("laptop", ["a.md": "A\n"], hasFilter: false)
      try ours.repository.folder.writeProgram(
        "#!/bin/sh\nexec \(FilteringVaults.letters)\n", to: "tools/crypt.sh")
      try ours.setFilter(clean: "./tools/crypt.sh", smudge: "tools/crypt.sh")
      try ours.sync()
      let theirs = try vaults.device("phone", hasFilter: false)
      try theirs.setFilter(clean: "./tools/crypt.sh", smudge: "tools/crypt.sh")
      try theirs.sync()
      try theirs.write("secret/** filter=crypt\n", to: ".gitattributes")
      try theirs.write("SECRETWORDS\n", to: "secret/s.md")
      try theirs.sync()
      try ours.expectSync(gives: ["secret/s.md": "SECRETWORDS\n"])
      #expect(try ours.repository.porcelain == "")
    }

    /// More than tl reads, and less than git does; git takes a file of 100 MB for an empty one.
    private static let tooMany =
      String(repeating: "#\n", count: RuleFile.limit / 2) + "secret/** filter=crypt\n"

    private func expectTooMany(_ vault: GuardedVault) {
      let error = #expect(throws: SyncError.self) { try vault.sync() }
      guard case .git(let error) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(error.code == .tooManyRules)
      #expect(error.message == ".gitattributes has more than 16 MiB")
    }

    @Test(
      "a file of attributes that is too large to be read stops the sync: nothing is stored in plain"
    )
    func tooLarge() throws {
      let vault = try vaults.device(
        "laptop", [".gitattributes": Self.tooMany, "secret/s.md": "SECRETWORDS\n"])
      expectTooMany(vault)
      try vault.sync(writing: [".gitattributes": "secret/** filter=crypt\n"])
      try expectHidden(vault)
    }

    @Test("one that arrives changes nothing, until its author has shortened it")
    func tooLargeArrives() throws {
      let (ours, theirs) = try vaults.pair(["a.md": "A\n"])
      func push(_ attributes: String) throws {
        try theirs.write([".gitattributes": attributes, "secret/s.md": "SECRETWORDS\n"])
        try theirs.pushByGit(".gitattributes", "secret")
      }
      try push(Self.tooMany)
      try ours.write("B\n", to: "b.md")
      expectTooMany(ours)
      #expect(ours.text(".gitattributes") == nil)
      #expect(ours.text("secret/s.md") == nil)
      try push("secret/** filter=crypt\n")
      try ours.expectSync(gives: ["secret/s.md": "SECRETWORDS\n", "b.md": "B\n"])
    }
  }
}
