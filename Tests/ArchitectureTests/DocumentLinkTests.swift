import Foundation
import TestSupport
import Testing

@Suite("Links of the documents")
struct DocumentLinkTests {
  /// Below the root of the checkout.
  private static let documents =
    ["README.md", "CONTRIBUTING.md", "Sources/README.md"]
    + RepositoryRoot.files(below: "docs", withExtension: "md")

  @Test("a link to a file of the project leads to one", arguments: documents)
  func files(document: String) throws {
    let folder = document.split(separator: "/").dropLast().joined(separator: "/")
    for target in Self.targets(in: try RepositoryRoot.text(of: document)) {
      let path = folder.isEmpty ? target : "\(folder)/\(target)"
      #expect(FileManager.default.fileExists(atPath: RepositoryRoot.path(path)), "\(target)")
    }
  }

  @Test("a part of a document that it links to itself is one of its headings", arguments: documents)
  func headings(document: String) throws {
    let text = try RepositoryRoot.text(of: document)
    let anchors = Set(text.split(separator: "\n").filter { $0.hasPrefix("#") }.map(Self.anchor))
    for link in text.matches(of: /\]\(#([^)]*)\)/) {
      #expect(anchors.contains(String(link.1)), "#\(link.1)")
    }
  }

  @Test("a source file that a document names exists", arguments: documents)
  func sources(document: String) throws {
    let files =
      RepositoryRoot.files(below: "Sources", withExtension: "swift")
      + RepositoryRoot.files(below: "Tests", withExtension: "swift")
    let names = Set(files.map { ($0 as NSString).lastPathComponent })
    for name in try RepositoryRoot.text(of: document).matches(of: /([A-Za-z0-9+]+\.swift)`/) {
      #expect(names.contains(String(name.1)), "\(name.1)")
    }
  }

  @Test("both forms of links are found")
  func forms() {
    let text = "[a](b.md), [c](d.md#e) and [f].\n\n[f]: ../g.md\n[h](https://example.org) [i](#j)\n"
    #expect(Self.targets(in: text) == ["b.md", "d.md", "../g.md"])
    #expect(Self.anchor("## What is `refused`, and why") == "what-is-refused-and-why")
  }

  /// The files that a document links to, without the part behind `#`.
  private static func targets(in text: String) -> [String] {
    // What stands in a block of code is an example.
    let text = text.replacing(/(?ms)^```.*?^```/, with: "")
    let inline = text.matches(of: /\]\(([^)\s]+)\)/).map { $0.1 }
    let named = text.matches(of: /(?m)^\[[^\]]+\]:[ \t]+(\S+)/).map { $0.1 }
    return (inline + named).filter { !$0.contains("://") && !$0.hasPrefix("#") }
      .map { String($0.prefix { $0 != "#" }) }
  }

  /// As GitHub names a heading.
  private static func anchor(_ heading: Substring) -> String {
    let words = heading.drop { $0 == "#" }.lowercased().trimmingCharacters(in: .whitespaces)
    return String(
      words.replacingOccurrences(of: " ", with: "-")
        .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
  }
}
