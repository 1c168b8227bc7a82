import Foundation
import TestSupport
import Testing

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
