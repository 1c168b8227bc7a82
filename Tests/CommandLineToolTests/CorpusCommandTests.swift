import Foundation
import TestSupport
import Testing

/// Commands on real folders of Markdown: the corpora where they are, and what is in the checkout.
@Suite("Commands on real vaults")
struct CorpusCommandTests {
  private static let vaults =
    Corpora.vaults + [RepositoryRoot.path("example-vault"), RepositoryRoot.path("docs")]

  private struct Note {
    var path: String
    var text: String
    /// Where a search looks.
    var haystack: String
  }

  /// The notes that a list or a search prints; each line has to be JSON for Foundation too.
  private static func notes(_ output: CommandOutput) throws -> [Note] {
    try output.stdoutText.split(separator: "\n", omittingEmptySubsequences: true).map { line in
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let object = try #require(value as? [String: Any])
      #expect(
        Set(object.keys).isSuperset(of: [
          "id", "id_stored", "path", "title", "created", "updated", "pinned", "tags", "text",
          "kind", "media",
          "properties", "findings",
        ]))
      let path = try #require(object["path"] as? String)
      let text = try #require(object["text"] as? String)
      let title = try #require(object["title"] as? String)
      let tags = try #require(object["tags"] as? [String])
      #expect(!title.isEmpty && object["properties"] is [String: Any], "\(path)")
      let aliases = (object["properties"] as? [String: Any])?["aliases"]
      let others = (aliases as? [String]) ?? (aliases as? String).map { [$0] } ?? []
      // No word finds a sealed note.
      let isSealed = object["sealed"] as? Bool ?? false
      let haystack = isSealed ? [] : [text, title, searchedName(path)] + tags + others
      return Note(path: path, text: text, haystack: haystack.joined(separator: "\n"))
    }
  }

  /// The stem, without the date that it begins with.
  private static func searchedName(_ path: String) -> String {
    let name = (path as NSString).lastPathComponent as NSString
    return name.deletingPathExtension
      .replacing(/^[0-9]{4}-[0-9]{2}-[0-9]{2}(?![A-Za-z0-9])/, with: "")
  }

  @Test(
    "list gives every note once, in JSON; search gives those that have the word", arguments: vaults)
  func listAndSearch(_ vault: String) throws {
    var runner = try CommandRunner()
    let listed = try runner.tl("--vault", vault, "list", "--is", "any", "--jsonl")
    #expect(listed.status == 0 && listed.stderr.isEmpty, "\(listed.stderrText)")
    let notes = try Self.notes(listed)
    let files = FileManager.default.enumerator(atPath: vault)?.compactMap { $0 as? String } ?? []
    let expected = Corpora.noteFiles(in: vault).filter { file in
      !file.split(separator: "/").contains { $0.hasPrefix(".") || $0.hasSuffix(".media") }
    }
    #expect(
      Set(notes.map(\.path)).isSubset(of: expected) && Set(notes.map(\.path)).count == notes.count
    )
    let hasRules = files.contains { ($0 as NSString).lastPathComponent == ".tlignore" }
    #expect(hasRules == (notes.count < expected.count))
    for note in notes.prefix(40) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: vault + "/" + note.path))
      #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(note.text), "\(note.path)")
    }

    for word in ["the", "Content", "walk", "config", "é"] {
      let found = try runner.tl("--vault", vault, "search", word, "--jsonl")
      let wanted = notes.filter {
        $0.haystack.range(of: word, options: [.caseInsensitive, .diacriticInsensitive]) != nil
      }
      #expect(try Self.notes(found).map(\.path) == wanted.map(\.path), "\(word)")
      #expect(found.status == (wanted.isEmpty ? 1 : 0))
    }
    print("\(notes.count) notes of \((vault as NSString).lastPathComponent)")
  }

  @Test("doctor tells what it finds in lines that scripts can read", arguments: vaults)
  func doctor(_ vault: String) throws {
    var runner = try CommandRunner()
    let output = try runner.tl("--vault", vault, "doctor", "--json").expect(errLacks: "error:")
    #expect([0, 1].contains(output.status))
    let findings = try JSONSerialization.jsonObject(with: Data(output.stdout)) as? [[String: Any]]
    #expect(
      findings?.allSatisfy { $0["path"] is String && $0["line"] is Int && $0["code"] is String }
        == true)
  }

  @Test(
    "setting a key and removing it leaves a note as it was, but for what tl keeps in it",
    arguments: vaults)
  func setAndRemove(_ vault: String) throws {
    let folder = try TemporaryFolder()
    let copy = folder.path("vault")
    try FileManager.default.copyItem(atPath: vault, toPath: copy)
    var runner = try CommandRunner(folder: folder)
    #expect(try runner.tl("--vault", copy, "init", copy).status == 0)
    let notes = try Self.notes(runner.tl("list", "--is", "any", "--jsonl")).map(\.path).sorted()
    // Each run starts a program: some of them, evenly spread.
    for path in stride(from: 0, to: notes.count, by: max(1, notes.count / 12)).map({ notes[$0] }) {
      let before = try folder.read("vault/" + path)
      let outputs = try [runner.tl("set", path, "zz=1"), runner.tl("set", path, "zz=")]
      let after = try folder.read("vault/" + path)
      if outputs[0].status == 2 {
        #expect(!outputs[0].stderr.isEmpty && after == before, "\(path)")
        continue
      }
      #expect(outputs.map(\.status) == [0, 0], "\(path): \(outputs.map(\.stderrText))")
      try expectKept(before, after, path)
    }
  }

  /// The same bytes but for an added `id`, an added `created`, the value of `updated`, and a block of these where
  /// there was none.
  private func expectKept(_ before: [UInt8], _ after: [UInt8], _ path: String) throws {
    // The bytes themselves are compared where every file is written to, in the tests of the store.
    func plain(_ bytes: [UInt8]) -> String {
      let text = String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
      return text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
    }
    let text = plain(before)
    var lines = plain(after).components(separatedBy: "\n")
    if !text.hasPrefix("---\n") {
      #expect(lines.prefix(4).map { $0.prefix(4) } == ["---", "id: ", "crea", "---"], "\(path)")
      #expect(lines.dropFirst(4).joined(separator: "\n") == text, "\(path)")
      return
    }
    var old = text.components(separatedBy: "\n")
    let end = try #require(lines.dropFirst().firstIndex(of: "---"))
    for (key, names) in [
      ("id: ", ["id:", "uuid:", "uid:", "identifier:"]), ("created: ", ["created"]),
    ] {
      let isThere = old.prefix(end).contains { line in names.contains { line.hasPrefix($0) } }
      if isThere { continue }
      let added = try #require(
        lines[..<end].lastIndex { $0.hasPrefix(key) }, "\(path) has no \(key)")
      lines.remove(at: added)
    }
    let stamped = ["updated", "modified", "lastmod", "lastModified"]
    for index in lines.indices.prefix(end)
    where stamped.contains(where: { lines[index].hasPrefix($0) }) {
      #expect(lines[index].hasSuffix("+01:00"), "\(path)")
      guard old.indices.contains(index) else { continue }
      lines[index] = old[index]
    }
    if old.isEmpty { old = [""] }
    #expect(lines == old, "\(path)")
  }
}
