import Foundation
import Testing
import VaultFormat

/// The cases of docs/vault-format.md.
///
/// One case alone: `TL_TEST_CASE='part of its name' swift test --filter SpecTests`.
@Suite("The specification's cases")
struct SpecTests {
  @Test("each case gives its expected result", arguments: SpecCase.all)
  func runs(_ spec: SpecCase) throws {
    for (title, lines) in spec.sections {
      guard let function = SpecTable.function(title) else { continue }
      for line in lines {
        let arrow = try #require(line.range(of: " => "), "\(spec): no => in \(line)")
        let input = String(line[..<arrow.lowerBound])
        let expected = String(
          decoding: SpecCase.unescaped(String(line[arrow.upperBound...])), as: UTF8.self)
        let found = function(SpecCase.unescaped(input))
        #expect(
          found.utf8.elementsEqual(expected.utf8), "\(spec), \(title) \(input): found \(found)")
      }
    }
    if spec.lines("left") != nil { MergeCase.check(spec) }
    guard let input = spec.bytes("file") else { return }
    try runDocument(NoteDocument(input), of: spec)
  }

  private func runDocument(_ original: NoteDocument, of spec: SpecCase) throws {
    #expect(original.bytes == spec.bytes("file"), "\(spec): law (a)")
    var document = original
    do {
      for line in spec.lines("do") ?? [] { document = try SpecOperation(line).apply(to: document) }
      #expect(spec.lines("refused") == nil, "\(spec): was not refused")
    } catch let error as EditError {
      #expect(spec.lines("refused") == ["\(error.line): \(error.description)"], "\(spec)")
    }
    if spec.lines("do") != nil {
      let expected = spec.bytes("bytes") ?? original.bytes
      #expect(
        document.bytes == expected,
        "\(spec): the bytes are\n\(SpecCase.escaped(document.bytes))")
    }
    compare("parts", SpecDump.parts(of: document), spec)
    compare("properties", SpecDump.properties(of: document), spec)
    compare("metadata", SpecDump.metadata(of: document, zone: SpecTable.zone), spec)
    for line in spec.lines("title") ?? [] {
      let parts = line.components(separatedBy: " => ")
      let path = try #require(VaultPath(parts[0]))
      let metadata = NoteMetadata(of: document, zone: SpecTable.zone)
      #expect(document.title(metadata, at: path) == parts[1], "\(spec): title of \(parts[0])")
    }
    let findings = SpecDump.findings(of: document, zone: SpecTable.zone)
    #expect(
      findings == (spec.lines("findings") ?? []),
      "\(spec): findings\n\(findings.joined(separator: "\n"))")
    if let body = spec.bytes("body") { #expect(Array(document.body) == body, "\(spec): body") }
  }

  private func compare(_ title: String, _ found: [String], _ spec: SpecCase) {
    guard let lines = spec.lines(title) else { return }
    let expected = lines.map { String(decoding: SpecCase.unescaped($0), as: UTF8.self) }
    let isEqual =
      found.count == expected.count
      && zip(found, expected).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    #expect(isEqual, "\(spec): \(title) are\n\(found.map { "|" + $0 }.joined(separator: "\n"))")
  }

  @Test("every section has a title that the runner knows, every case a name of its own")
  func formIsKnown() {
    let titles: Set = [
      "file", "do", "bytes", "refused", "parts", "properties", "metadata", "findings", "body",
      "title", "kind", "path", "base", "left", "right", "later", "merged", "loser", "decisions",
      "marked", "doubled",
    ]
    var names: Set<String> = []
    for spec in SpecCase.all {
      #expect(names.insert(spec.name).inserted, "\(spec): the name stands twice")
      #expect(!spec.sections.isEmpty, "\(spec): nothing to check")
      for (title, _) in spec.sections {
        #expect(
          titles.contains(title) || SpecTable.function(title) != nil, "\(spec): section \(title)")
      }
    }
  }
}
