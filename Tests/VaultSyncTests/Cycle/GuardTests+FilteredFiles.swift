import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultSync

extension GuardTests {
  /// Files behind a filter have the rules of all others.
  @Suite("Guards: filtered files are files")
  struct FilteredFiles {
    private let vaults: FilteringVaults

    init() throws {
      vaults = try FilteringVaults()
    }

    private static let attributes = [".gitattributes": "*.md filter=crypt\n*.jpg filter=crypt\n"]

    private func pair(
      _ files: [String: String]
    ) throws -> (laptop: GuardedVault, phone: GuardedVault) {
      try vaults.pair(Self.attributes.merging(files) { $1 })
    }

    @Test("names that no device takes, conflict markers and large files are held back")
    func gates() throws {
      let (ours, theirs) = try pair(["a.md": "A\n"])
      try ours.write("x", to: "a.media/Photos\\img.jpg")
      try ours.write("<<<<<<< ours\nA\n=======\nB\n>>>>>>> theirs\n", to: "b.md")
      try ours.write(String(repeating: "x", count: 26 << 20), to: "a.media/large.jpg")
      try ours.write("changed\n", to: "a.md")
      let held = try ours.sync().heldBack.map(\.path.text)
      #expect(held == ["a.media/Photos\\img.jpg", "a.media/large.jpg", "b.md"])
      try theirs.expectSync(gives: ["a.md": "changed\n", "b.md": nil])
    }

    @Test("an ignored file is not overwritten by what arrives")
    func ignored() throws {
      let (ours, theirs) = try pair(["a.md": "A\n"])
      try ours.write("private*\n", to: ".git/info/exclude")
      try ours.write("written here, never recorded\n", to: "private.md")
      try theirs.sync(writing: ["private.md": "of the phone\n", "a.media/p.jpg": "photo"])
      #expect(try ours.sync().kept.map(\.path.text) == ["private.md"])
      #expect(ours.text("private.md") == "written here, never recorded\n")
      #expect(ours.text("a.media/p.jpg") == "photo")
    }

    @Test("titles of filtered notes stand in no commit")
    func messages() throws {
      let (ours, _) = try pair(["a.md": "# SECRETTITLE\n"])
      try ours.sync(writing: ["a.md": "# SECRETTITLE\n\nmore\n"])
      try ours.sync(writing: ["a.md": nil, "b.md": "kept\n"])
      #expect(try !ours.historyHolds("SECRETTITLE"))
    }

    @Test("a note that was edited without tl gets its time, as any other")
    func stamped() throws {
      let (ours, _) = try pair([
        "a.md": "---\nupdated: 2020-01-01T00:00:00Z\n---\n\nA\n"
      ])
      try ours.sync(writing: ["a.md": "---\nupdated: 2020-01-01T00:00:00Z\n---\n\nB\n"])
      #expect(ours.text("a.md")?.contains("2020-01-01") == false)
      #expect(try ours.repository.porcelain == "")
    }

    @Test("a media folder that would leave its filter does not follow its renamed note")
    func leavesFilter() throws {
      let ours = try vaults.device(
        "laptop",
        [
          ".gitattributes": "a.media/** filter=crypt\n", "a.md": "---\nid: one\n---\nA\n",
          "a.media/in/p.txt": "SECRETWORDS\n",
        ])
      try ours.sync()
      let report = try ours.sync(writing: [
        "a.md": nil, "b.md": "---\nid: one\n---\nA\n", "a.media/in/p.txt": "SECRETWORDS two\n",
      ])
      #expect(report.committed.notes.map(\.path.text) == ["b.md"])
      #expect(ours.text("a.media/in/p.txt") == "SECRETWORDS two\n")
      #expect(try !ours.historyHolds("SECRETWORDS"))
    }

    @Test("a media folder follows its renamed note")
    func renamed() throws {
      let (ours, _) = try pair([
        "a.md": "---\nid: 11111111-1111-4111-8111-111111111111\n---\n\n![](a.media/p.jpg)\n",
        "a.media/p.jpg": "photo",
      ])
      try FileManager.default.moveItem(
        atPath: ours.repository.folder.path("a.md"), toPath: ours.repository.folder.path("b.md"))
      #expect(try ours.sync().remarks.contains { if case .movedMedia = $0 { true } else { false } })
      #expect(ours.text("b.media/p.jpg") == "photo")
    }

    @Test("a version of the history is shown and comes back as it was in the folder")
    func history() throws {
      let (ours, _) = try pair(["a.md": "# First\n"])
      try ours.sync(writing: ["a.md": "# Second\n"])
      let history = try ours.open().history()
      let note = HistoricNote(path: path("a.md"), id: ProvisionalID.of(path("a.md")))
      let second = Array("# Second\n".utf8)
      let past = try #require(try history.lastVersion(of: note, otherThan: second))
      #expect(String(decoding: past.bytes, as: UTF8.self) == "# First\n")
    }

    @Test("git's own merge leaves a filtered note to a person")
    func mergeDriver() throws {
      let (ours, _) = try pair(["a.md": "A\n", "b.txt": "B\n"])
      #expect(Repository.isFiltered("a.md", below: ours.path))
      #expect(!Repository.isFiltered("b.txt", below: ours.path))
      #expect(!Repository.isFiltered("a.md", below: "/nonexistent"))
    }

    @Test("an undo takes back what arrived")
    func undo() throws {
      let (ours, theirs) = try pair(["a.md": "A\n"])
      try theirs.sync(writing: ["a.md": "changed\n", "b.md": "new\n"])
      try ours.expectSync(gives: ["a.md": "changed\n"])
      _ = try ours.open().undo(ours.options, .undoing())
      #expect(ours.text("a.md") == "A\n")
      #expect(ours.text("b.md") == nil)
      try theirs.expectSync(gives: ["a.md": "A\n"])
      #expect(try theirs.repository.porcelain == "")
    }

    @Test("where both sides changed a filtered note, each version is a file that can be read")
    func conflict() throws {
      let (ours, theirs) = try pair(["a.md": "---\ntags: [x]\n---\n\none\n\ntwo\n\nthree\n"])
      try theirs.sync(writing: ["a.md": "---\ntags: [x]\n---\n\none THEIRS\n\ntwo\n\nthree\n"])
      try ours.sync(writing: ["a.md": "---\ntags: [x]\n---\n\none\n\ntwo\n\nthree OURS\n"])
      try theirs.sync()
      for vault in [ours, theirs] {
        let texts = vault.names.compactMap { vault.text($0) }
        #expect(vault.names.count == 2 && vault.names.contains { $0.contains(".conflict-") })
        #expect(texts.contains("---\ntags: [x]\n---\n\none THEIRS\n\ntwo\n\nthree\n"))
        #expect(texts.contains("---\ntags: [x]\n---\n\none\n\ntwo\n\nthree OURS\n"))
        #expect(try vault.repository.porcelain == "")
      }
    }

    @Test("a copy whose name no pattern matches gets a line of its own")
    func copyWithoutPattern() throws {
      let (ours, theirs) = try vaults.pair([".gitattributes": "/a.md filter=crypt", "a.md": "A\n"])
      try theirs.sync(writing: ["a.md": "THEIRS\n"])
      try ours.sync(writing: ["a.md": "OURS\n"])
      try theirs.sync()
      for vault in [ours, theirs] {
        let copy = try #require(vault.names.first { $0.contains(".conflict-") })
        #expect(Set([vault.text("a.md"), vault.text(copy)]) == ["OURS\n", "THEIRS\n"])
        #expect(vault.text(".gitattributes") == "/a.md filter=crypt\n/\(copy) filter=crypt\n")
        #expect(try vault.repository.porcelain == "")
        #expect(try !vault.historyHolds("THEIRS\n"))
      }
    }

    // MARK: Filters that fail, or are not there

    @Test("a filter that fails when files arrive leaves all as it was; the next sync goes on")
    func failingSmudge() throws {
      let (ours, theirs) = try pair(["a.md": "A\n", "b.md": "B\n"])
      try theirs.sync(writing: ["a.md": "changed\n", "b.md": "STOP\n"])
      try ours.setFilter(
        smudge:
          "f=$(cat); case $f in [FS]*) exit 1;; esac; echo \"$f\" | tr n-za-mN-ZA-M a-zA-Z")
      let error = #expect(throws: SyncError.self) { try ours.sync() }
      guard case .gitProgram("git cat-file", let words) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(words.contains("b.md"))
      #expect(ours.text("a.md") == "A\n" && ours.text("b.md") == "B\n")
      #expect(try ours.repository.porcelain == "")
      try ours.setFilter()
      try ours.expectSync(gives: ["a.md": "changed\n", "b.md": "STOP\n"])
    }

    @Test("a filter that is not required and fails leaves the file out: nothing plain is kept")
    func failingClean() throws {
      let (ours, _) = try pair(["a.md": "A\n"])
      try ours.setFilter(clean: "echo no key >&2; false")
      let held = try ours.sync(writing: ["s.md": "SECRETWORDS\n", "list.txt": "plain\n"]).heldBack
      #expect(held.map(\.path.text) == ["s.md"])
      guard case .refused(let words)? = held.first?.reason else {
        Issue.record("\(held)")
        return
      }
      #expect(words.contains("no key") && words.contains("s.md"))
      #expect(try ours.committed()["list.txt"] == "plain\n")
      #expect(try !ours.historyHolds("SECRETWORDS"))
      try ours.setFilter()
      #expect(try ours.sync().held == [])
      #expect(try ours.committed()["s.md"] == "FRPERGJBEQF\n")
    }

    @Test("where a filter is not set up what arrives stays as git has it, and nothing plain goes")
    func locked() throws {
      let (ours, _) = try pair(["a.md": "A\n"])
      let locked = try vaults.device("locked", hasFilter: false)
      try locked.expectSync(gives: ["a.md": "N\n"])
      try locked.write("SECRETWORDS\n", to: "s.md")
      #expect(try locked.sync().held == ["s.md: needsFilter(\"crypt\")"])
      try locked.repository.git("mv", "a.md", "b.md")
      #expect(try locked.sync().heldBack.map(\.path.text) == ["s.md"])
      try ours.expectSync(gives: ["b.md": "A\n", "a.md": nil])
      #expect(try !locked.historyHolds("SECRETWORDS"))
    }

    @Test("a filter that makes other bytes each time makes no commits of its own")
    func restless() throws {
      let (ours, theirs) = try pair(["a.md": "A\n"])
      let clean = "date +%N; cat"
      for vault in [ours, theirs] { try vault.setFilter(clean: clean, smudge: "tail -n +2") }
      try ours.sync(writing: ["a.md": "changed\n"])
      let head = try ours.repository.id("HEAD")
      for time in [Int64(1_600_000_000), 1_600_000_001] {
        try ours.repository.setTime(time, of: "a.md")
        try ours.sync()
      }
      #expect(try ours.repository.id("HEAD") == head)
      try theirs.expectSync(gives: ["a.md": "changed\n"])
      try theirs.repository.setTime(1_600_000_000, of: "a.md")
      try ours.sync(writing: ["a.md": "changed again\n"])
      try theirs.expectSync(gives: ["a.md": "changed again\n"])
      #expect(try theirs.repository.id("HEAD") == ours.repository.id("HEAD"))
    }

    @Test("a file that was recorded plain arrives where the filter refuses what it did not make")
    func refusingSmudge() throws {
      let ours = try vaults.device("laptop", ["a.md": "A\n"], hasFilter: false)
      try ours.setFilter(
        clean: "sed 's/^/sealed /'",
        smudge:
          "f=$(cat); case \"$f\" in sealed*) echo \"$f\" | sed 's/^sealed //';; *) exit 1;; esac")
      try ours.sync()
      let theirs = try vaults.device("phone", hasFilter: false)
      try theirs.sync()
      try ours.sync(writing: [".gitattributes": "*.md filter=crypt\n"])
      // The phone has the attributes not yet.
      try theirs.sync(writing: ["b.md": "words\n"])
      #expect(try theirs.committed()["b.md"] == "words\n")
      try ours.expectSync(gives: ["b.md": "words\n", "a.md": "A\n"])
      try ours.sync(writing: ["b.md": "more words\n"])
      #expect(try ours.committed()["b.md"] == "sealed more words\n")
      let clone = try vaults.device("tablet", hasFilter: false)
      try clone.setFilter(
        clean: "sed 's/^/sealed /'",
        smudge:
          "f=$(cat); case \"$f\" in sealed*) echo \"$f\" | sed 's/^sealed //';; *) exit 1;; esac")
      try clone.expectSync(gives: ["b.md": "more words\n"])
    }

    @Test("where the filter makes nothing of what it made itself, what it refuses is an error")
    func lockedSmudge() throws {
      let (ours, theirs) = try pair(["a.md": "A\n"])
      // As with a key that can only seal.
      try ours.setFilter(smudge: "exit 1")
      try theirs.sync(writing: ["b.md": "SECRET\n"])
      #expect(throws: SyncError.self) { try ours.sync() }
      #expect(ours.text("b.md") == nil)
      try ours.setFilter()
      try ours.expectSync(gives: ["b.md": "SECRET\n"])
    }

    @Test("a change that waited and was taken back is none, whatever the filter makes of it")
    func restlessWaiting() throws {
      let (ours, theirs) = try pair(["a.md": "A\n"])
      for vault in [ours, theirs] {
        try vault.setFilter(clean: "date +%N; cat", smudge: "tail -n +2")
      }
      try ours.sync(writing: ["a.md": "one\n"])
      try theirs.sync()
      try takeBack(ours, theirs)
    }

    /// Both have `one` in `a.md`: our change waits while theirs is sent, and is taken back.
    private func takeBack(_ ours: GuardedVault, _ theirs: GuardedVault) throws {
      try ours.write("<<<<<<< ours\none\n=======\ntwo\n>>>>>>> theirs\n", to: "a.md")
      try theirs.sync(writing: ["a.md": "two\n"])
      #expect(try ours.sync().heldBack.map(\.path.text) == ["a.md"])
      let report = try ours.sync(writing: ["a.md": "one\n"])
      #expect(report.committed.isEmpty && report.events.isEmpty)
      #expect(ours.text("a.md") == "two\n")
      #expect(ours.names == ["a.md"])
    }

    @Test("a change that waited was taken back after a filter came")
    func filterWhileWaiting() throws {
      let (ours, theirs) = try vaults.pair(["a.md": "one\n"])
      try theirs.write("*.md filter=crypt\n", to: ".gitattributes")
      try takeBack(ours, theirs)
    }

    @Test("one device takes a filter away while another edits: both texts can be read")
    func filterTakenAway() throws {
      let (ours, theirs) = try pair(["a.md": "A\n", "b.md": "B\n"])
      try ours.sync(writing: [".gitattributes": nil])
      try ours.sync(writing: ["a.md": "A plain\n", "b.md": "B plain\n"])
      #expect(try ours.committed()["a.md"] == "A plain\n")
      try theirs.sync(writing: ["a.md": "A edited\n"])
      try ours.sync()
      try theirs.sync()
      for vault in [ours, theirs] {
        let texts = Set(vault.names.compactMap { vault.text($0) })
        #expect(texts == ["A edited\n", "A plain\n", "B plain\n"])
      }
    }

    @Test(
      "a filter is taken away here while others edit: git's index says that the file is as it was")
    func filterTakenAwayHere() throws {
      let (ours, theirs) = try pair(["a.md": "A\n", "b.md": "B\n"])
      for name in ["a.md", "b.md"] { try ours.repository.setTime(1_600_000_000, of: name) }
      try ours.sync()
      try ours.repository.git("update-index", "--refresh")
      try ours.sync(writing: [".gitattributes": nil])
      try theirs.sync(writing: ["a.md": "A edited\n"])
      for _ in 0..<2 { try ours.sync() }
      #expect(ours.text("a.md") == "A edited\n")
      try ours.write("new\n", to: "c.txt")
      ours.options.allowsOtherFiles = true
      try ours.sync()
      try theirs.expectSync(gives: ["c.txt": "new\n", "a.md": "A edited\n"])
    }

    @Test(
      "plain content that git has, and that nothing records, stays out where the filter is missing")
    func objectAtHand() throws {
      let locked = try vaults.device("locked", ["a.md": "A\n"], hasFilter: false)
      try locked.sync()
      try locked.write("SECRETWORDS\n", to: "s.md")
      try locked.repository.git("add", "s.md")
      try locked.repository.git("reset", "-q", "--", "s.md")
      try locked.write("s.md filter=crypt\n", to: ".gitattributes")
      #expect(try locked.sync().held == ["s.md: needsFilter(\"crypt\")"])
      #expect(try locked.committed()["s.md"] == nil)
    }

    @Test("many files need few processes of git")
    func processes() throws {
      let (ours, theirs) = try pair(["a.md": "A\n"])
      let counters = try TemporaryFolder()
      let git = try #require(findProgram("git", path: ours.environment["PATH"]))
      for vault in [ours, theirs] {
        try counters.writeProgram(
          "#!/bin/sh\necho \"$*\" >> '\(counters.path("log"))'\nexec \(git) \"$@\"\n",
          to: "bin/git")
        vault.environment["PATH"] = "\(counters.path("bin")):\(vault.environment["PATH"] ?? "")"
      }
      for number in 0..<40 { try ours.write("note \(number)\n", to: "n\(number).md") }
      try ours.sync()
      try theirs.expectSync(gives: ["n39.md": "note 39\n"])
      let lines = try counters.readText("log").split(separator: "\n")
      #expect(lines.filter { $0.contains("hash-object") || $0.contains("cat-file") }.count <= 4)
    }

    @Test("a filter that stays and does many files is started once for each direction and look")
    func longRunning() throws {
      let (ours, theirs) = try pair(["a.md": "A\n"])
      guard findProgram("python3", path: ours.environment["PATH"]) != nil else { return }
      let scripts = try TemporaryFolder()
      let log = scripts.path("log")
      let script = try scripts.write(Self.processFilter(log), to: "filter.py")
      for vault in [ours, theirs] {
        try vault.repository.git("config", "filter.crypt.process", "python3 \(script)")
      }
      for number in 0..<20 { try ours.write("note \(number)\n", to: "n\(number).md") }
      try ours.sync()
      #expect(try ours.committed()["n7.md"] == "abgr 7\n")
      try theirs.expectSync(gives: ["n19.md": "note 19\n"])
      #expect(try theirs.repository.porcelain == "")
      #expect(try scripts.readText("log").split(separator: "\n").count <= 4)
    }

    /// Speaks the protocol of `filter.NAME.process` (gitattributes(5)), with other letters as the filter.
    private static func processFilter(_ log: String) -> String {
      """
      import sys, codecs
      open('\(log)', 'a').write('start\\n')
      i, o = sys.stdin.buffer, sys.stdout.buffer
      def get():
          n = i.read(4)
          if len(n) < 4: sys.exit()
          n = int(n, 16)
          return i.read(n - 4) if n else None
      def section():
          found = []
          while True:
              p = get()
              if p is None: return found
              found.append(p)
      def put(*parts):
          for p in parts: o.write(b'%04x' % (len(p) + 4) + p)
          o.write(b'0000')
          o.flush()
      section()
      put(b'git-filter-server\\n', b'version=2\\n')
      section()
      put(b'capability=clean\\n', b'capability=smudge\\n')
      while True:
          section()
          text = b''.join(section()).decode()
          put(b'status=success\\n')
          data = codecs.encode(text, 'rot13').encode()
          put(*([data] if data else []))
          put()
      """
    }
  }
}
