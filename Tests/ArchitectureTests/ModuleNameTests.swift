import Foundation
import TestSupport
import Testing

/// All modules of a build share one folder.
///
/// A package that asks `canImport(System)` for Apple's
/// framework gets a module of ours by that name as soon as it is built first, and then fails.
@Suite("Names of modules")
struct ModuleNameTests {
  @Test("no package asks for a module by the name of one of ours")
  func askedFor() {
    let ours = Set(SwiftSource.all.compactMap { $0.path.split(separator: "/").dropFirst().first })
    let sources = RepositoryRoot.files(below: ".build/checkouts", withExtension: "swift")
    #expect(sources.contains { $0.hasPrefix(".build/checkouts/swift-nio/") })
    var violations: [Violation] = []
    for path in sources {
      guard let text = try? RepositoryRoot.text(of: path) else { continue }
      for name in names(askedForIn: text) where ours.contains(name) {
        violations.append(Violation(path: path, line: 1, message: "asks for a module \(name)"))
      }
    }
    #expect(violations == [])
  }

  @Test("a question for a module or a part of it is found")
  func forms() {
    let text = "#if canImport(System) && !canImport(CoreFoundation.CFString)\n#endif"
    #expect(names(askedForIn: text) == ["System", "CoreFoundation"])
  }

  private func names(askedForIn text: String) -> [Substring] {
    text.split(separator: "canImport(", omittingEmptySubsequences: false).dropFirst()
      .map { $0.prefix { $0.isLetter || $0.isNumber || $0 == "_" } }
  }
}

/// Test cases that are files: where the tests look for them; a file anywhere else is never run.
private let fixtures: [(fileExtension: String, folder: String)] = [
  ("transcript", "Tests/CommandLineToolTests/Transcripts"),
  ("case", "Tests/VaultFormatTests/Spec"),
]

@Suite("Test cases that are files")
struct FixtureTests {
  @Test("every one lies where it is picked up, and there are some", arguments: fixtures)
  func pickedUp(fileExtension: String, folder: String) {
    let found = RepositoryRoot.files(below: "Tests", withExtension: fileExtension)
    #expect(!found.isEmpty)
    #expect(found.filter { !$0.hasPrefix(folder + "/") } == [])
  }
}
