import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import VaultSync

extension GuardTests {
  @Suite("Guards: content that git filters")
  struct Filters {
    private let bare: BareRepository
    /// Where the filter keeps what git does not.
    private let store: TemporaryFolder

    init() throws {
      bare = try BareRepository()
      store = try TemporaryFolder()
    }

    /// Large files as a pointer, as LFS does; secrets with other letters, as git-crypt does.
    private static let attributes = "*.jpg filter=big\nsecret/** filter=crypt\n"

    private func setFilters(_ vault: GuardedVault) throws {
      let clean = """
        f='\(store.path)/new'; cat > "$f"
        if head -c 8 "$f" | grep -q '^pointer '; then cat "$f"; exit; fi
        h=$(git hash-object --no-filters "$f"); mv "$f" '\(store.path)/'$h; echo "pointer $h"
        """
      let smudge = "read -r _ h && cat '\(store.path)/'$h"
      try vault.setFilter(
        "big", clean: "sh \(store.write(clean, to: "clean.sh"))",
        smudge: "sh \(store.write(smudge, to: "smudge.sh"))")
      try vault.setFilter()
    }

    private func device(_ name: String, _ files: [String: String] = [:]) throws -> GuardedVault {
      let vault = try GuardedVault(bare, files)
      vault.device = name
      try setFilters(vault)
      return vault
    }

    private static let files = [
      ".gitattributes": attributes, "a.md": "Hello\n", "a.media/x.jpg": "picture",
      "secret/s.md": "Hello\n",
    ]

    @Test("what is filtered is committed as the filter makes it, and nothing else is in git")
    func committed() throws {
      let vault = try device("laptop", Self.files)
      #expect(try vault.sync().held == [])
      let committed = try vault.committed()
      #expect(committed["secret/s.md"] == "Uryyb\n")
      #expect(committed["a.media/x.jpg"]?.hasPrefix("pointer ") == true)
      #expect(committed["a.md"] == "Hello\n")
      #expect(try !vault.holds("picture"))
      #expect(vault.text("secret/s.md") == "Hello\n")
      #expect(try vault.repository.porcelain == "")
      #expect(try bare.id("refs/heads/main") == vault.repository.id("HEAD"))
    }

    @Test("it arrives as the other device wrote it, together with its attributes and later")
    func arrives() throws {
      let ours = try device("laptop", Self.files)
      let theirs = try device("phone")
      try ours.sync()
      try theirs.expectSync(gives: ["secret/s.md": "Hello\n", "a.media/x.jpg": "picture"])
      #expect(try theirs.repository.porcelain == "")
      try theirs.write(["secret/s.md": "Hello again\n", "a.media/x.jpg": "other picture"])
      try ours.write("New\n", to: "b.md")
      #expect(try theirs.sync().held == [])
      #expect(try ours.sync().held == [])
      try theirs.sync()
      for vault in [ours, theirs] {
        #expect(vault.text("secret/s.md") == "Hello again\n")
        #expect(vault.text("a.media/x.jpg") == "other picture")
        #expect(vault.text("b.md") == "New\n")
        #expect(try vault.repository.porcelain == "")
        #expect(try !vault.holds("Hello again\n"))
      }
    }

    @Test("without git it is left out by name, and the rest is recorded")
    func skippedWithoutGit() throws {
      let vault = try device("laptop", Self.files).withoutGit()
      let report = try vault.sync()
      #expect(
        report.held == ["a.media/x.jpg: needsGit(\"big\")", "secret/s.md: needsGit(\"crypt\")"])
      #expect(try Set(vault.committed().keys) == [".gitattributes", "a.md"])
      #expect(try !vault.holds("picture"))
      #expect(vault.text("a.media/x.jpg") == "picture")
    }

    @Test("without git nothing arrives of a commit that holds filtered files")
    func refusedWithoutGit() throws {
      try device("laptop", Self.files).sync()
      let vault = try device("phone", ["mine.md": "Mine\n"]).withoutGit()
      vault.options.joins = true
      let error = #expect(throws: SyncError.self) { try vault.sync() }
      guard case .needsGit(let paths) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(Set(paths.map(\.text)) == ["a.media/x.jpg", "secret/s.md"])
      #expect(vault.text("secret/s.md") == nil && vault.text("a.md") == nil)
      #expect(try vault.committed()["mine.md"] == "Mine\n")
    }

    @Test("a change of a filtered file waits while git is away, and goes when it is back")
    func waits() throws {
      let vault = try device("laptop", Self.files)
      try vault.sync()
      try vault.write("Changed\n", to: "secret/s.md")
      let path = vault.environment["PATH"]
      #expect(try vault.withoutGit().sync().held == ["secret/s.md: needsGit(\"crypt\")"])
      #expect(try vault.committed()["secret/s.md"] == "Uryyb\n")
      vault.environment["PATH"] = path
      #expect(try vault.sync().held == [])
      #expect(try vault.committed()["secret/s.md"] == "Punatrq\n")
    }

    @Test("a filter that has to work and fails leaves its file out, and nothing plain is recorded")
    func failingFilter() throws {
      let vault = try device("laptop", Self.files)
      try vault.repository.git("config", "filter.crypt.clean", "false")
      try vault.repository.git("config", "filter.crypt.required", "true")
      #expect(
        try vault.sync().held == [
          "secret/s.md: refused(\"fatal: secret/s.md: clean filter \\'crypt\\' failed\")"
        ])
      #expect(try Set(vault.committed().keys) == [".gitattributes", "a.md", "a.media/x.jpg"])
      #expect(try vault.repository.git("diff", "--cached", "--name-only") == "")
      try setFilters(vault)
      try vault.sync()
      #expect(try vault.committed()["secret/s.md"] == "Uryyb\n")
    }

    @Test("a note in another encoding is kept in UTF-8, and is in its own on every device")
    func encoding() throws {
      let note = "\u{FEFF}Grüße\n".data(using: .utf16LittleEndian).map { [UInt8]($0) } ?? []
      let files = [".gitattributes": "*.md working-tree-encoding=UTF-16\n"]
      let ours = try GuardedVault(bare, files)
      try ours.repository.folder.write(note, to: "a.md")
      #expect(try ours.sync().held == [])
      #expect(try ours.committed()["a.md"] == "Grüße\n")
      let theirs = try GuardedVault(bare)
      try theirs.sync()
      let text = String(bytes: try theirs.repository.folder.read("a.md"), encoding: .utf16)
      #expect(text == "Grüße\n")
      #expect(try theirs.repository.porcelain == "")
      let alone = try GuardedVault(nil).withoutGit()
      for (name, text) in files { try alone.write(text, to: name) }
      try alone.repository.folder.write(note, to: "a.md")
      #expect(try alone.sync().held == ["a.md: needsGit(\"UTF-16\")"])
      #expect(try alone.committed()["a.md"] == nil)
    }
  }
}
