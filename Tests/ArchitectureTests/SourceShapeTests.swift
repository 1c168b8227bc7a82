import Foundation
import TestSupport
import Testing

/// Files that may be longer than `longestFile`, each with its reason.
private let longFiles: [String: String] = [
  "Sources/VaultFormat/Unicode/UnicodeData.swift": "tables derived from the Unicode database"
]

private let longestFile = 500

/// The folder that holds the checkout; the checkout itself where that is the root.
private let besideCheckout: String = {
  let parent = RepositoryRoot.path.split(separator: "/").dropLast()
  return parent.isEmpty ? RepositoryRoot.path + "/" : "/" + parent.joined(separator: "/") + "/"
}()

/// Texts that stand nowhere in Sources, not even in a comment or a literal.
private let forbiddenTexts: [(pattern: CodePattern, reason: String)] = [
  (.word("TODO"), "finish it, or make it an issue"),
  (.word("FIXME"), "finish it, or make it an issue"),
  (.word("XXX"), "finish it, or make it an issue"),
  (.text("/tmp/"), "a path of one machine: ask for TMPDIR"),
  (.text("/root/"), "a path of one machine"),
  (.text("/home/"), "a path of one machine"),
  (.text("/Users/"), "a path of one machine"),
  (.text(besideCheckout), "a path of this machine"),
]

@Suite("Shape of the sources")
struct SourceShapeTests {
  @Test("no file is too long to be read in one go")
  func length() {
    var violations: [Violation] = []
    for source in SwiftSource.all where longFiles[source.path] == nil {
      let count = source.lines.last == "" ? source.lines.count - 1 : source.lines.count
      guard count > longestFile else { continue }
      violations.append(Violation(path: source.path, line: count, message: "over \(longestFile)"))
    }
    #expect(violations == [])
    for (path, reason) in longFiles {
      #expect(FileManager.default.fileExists(atPath: RepositoryRoot.path(path)), "\(path)")
      #expect(reason.count > 10, "\(path)")
    }
  }

  @Test("what the compiler cannot check has a comment above that says who guards it")
  func uncheckedConcurrency() {
    var violations: [Violation] = []
    for source in SwiftSource.all {
      for (index, line) in source.code.enumerated()
      where line.contains("@unchecked Sendable") || line.contains("nonisolated(unsafe)") {
        let above = source.lines[..<index].last { !trimmed($0).hasPrefix("@") } ?? ""
        guard !trimmed(above).hasPrefix("//") else { continue }
        violations.append(
          Violation(path: source.path, line: index + 1, message: "no comment above"))
      }
    }
    #expect(violations == [])
  }

  @Test("a folder says what it is for, in Sources/README.md or where its first file begins")
  func folders() {
    let purposes = folderPurposes()
    for folder in Set(SwiftSource.all.map(\.folder)).sorted() where purposes[folder] == nil {
      let first = SwiftSource.all.first { $0.folder == folder }
      #expect(first.map(beginsWithComment) == true, "\(folder)")
    }
    for folder in purposes.keys {
      #expect(SwiftSource.all.contains { $0.path.hasPrefix(folder + "/") }, "\(folder) is gone")
    }
  }

  /// What lines such as "- `VaultFormat/Time`: days and times" say, by folder.
  private func folderPurposes() -> [String: String] {
    let readme = (try? RepositoryRoot.text(of: "Sources/README.md")) ?? ""
    var purposes: [String: String] = [:]
    for line in readme.split(separator: "\n") where line.hasPrefix("- `") {
      let parts = line.dropFirst(3).split(separator: "`: ", maxSplits: 1)
      guard parts.count == 2 else { continue }
      purposes["Sources/\(parts[0])"] = String(parts[1])
    }
    return purposes
  }

  /// Whether a comment stands above the first declaration.
  private func beginsWithComment(_ source: SwiftSource) -> Bool {
    let first = source.lines.first { line in
      let line = trimmed(line)
      let isPreamble = line.isEmpty || line.hasPrefix("#") || line.contains("import ")
      return !isPreamble || line.hasPrefix("//")
    }
    return trimmed(first ?? "").hasPrefix("//")
  }

  @Test("no unfinished work and no path of one machine")
  func texts() {
    var violations: [Violation] = []
    for source in SwiftSource.all {
      for (pattern, reason) in forbiddenTexts where source.holds(pattern.needle) {
        for (index, line) in source.lines.enumerated() where pattern.occurs(in: line) {
          violations.append(
            Violation(path: source.path, line: index + 1, message: "\(pattern): \(reason)"))
        }
      }
    }
    #expect(violations == [])
  }

  private func trimmed(_ line: String) -> String { line.trimmingCharacters(in: .whitespaces) }
}
