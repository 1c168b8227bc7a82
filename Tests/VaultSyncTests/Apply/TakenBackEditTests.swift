import Foundation
import TestSupport
import Testing

@testable import Git
@testable import VaultStore
@testable import VaultSync

/// Somebody edits a file while an application is taken back in the same run.
///
/// Neither the edit nor the version that had given way is lost.
@Suite("Edits while an application is taken back")
struct TakenBackEditTests {
  private struct Failure: Error {}

  private enum Edit: CaseIterable {
    /// As a shell does, in the file that is there.
    case append
    /// As most editors do.
    case replace
    case remove
  }

  private static let texts = ["a.md": "old a\n", "b.md": "old b\n"]

  private func vault() throws -> ApplyVault {
    try ApplyVault(Self.texts, ["a.md": "new a\n", "b.md": nil, "d/e.md": "new e\n"])
  }

  private func save(_ name: String, _ edit: Edit, in vault: ApplyVault) throws {
    let file = vault.folder.path(name)
    if edit == .remove {
      try? FileManager.default.removeItem(atPath: file)
    } else if edit == .append, let handle = FileHandle(forWritingAtPath: file) {
      handle.seekToEndOfFile()
      handle.write(Data("a line more\n".utf8))
      try handle.close()
    } else {
      try FileManager.default.createDirectory(
        atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data("a line more\n".utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    }
  }

  /// The texts of all files, those in the trash too.
  private func allTexts(of vault: ApplyVault) -> [String] {
    vault.folder.contents().filter { !$0.hasPrefix(".git/") }.compactMap {
      try? vault.folder.readText($0)
    }
  }

  @Test("what gave way comes back beside the edit of what had arrived", arguments: [true, false])
  func besideTheEdit(canExchange: Bool) throws {
    let vault = try vault()
    let other = try vault.repository.commitApart([:], onto: vault.old)
    let outcome = try vault.apply(nil) {
      $0.canExchange = canExchange
      $0.onStep = { step in
        guard step == .indexWritten else { return }
        try self.save("a.md", .append, in: vault)
        try vault.repository.git("update-ref", "refs/heads/main", other.hex)
      }
    }
    #expect(outcome == .branchMoved)
    #expect(try vault.folder.readText("a.md") == "new a\na line more\n")
    #expect(try vault.folder.readText("a-2.md") == "old a\n")
    #expect(try vault.folder.readText("b.md") == "old b\n")
    #expect(try vault.status == " M a.md\n?? a-2.md")
    try vault.expectClean()
  }

  @Test("a file that was taken and is there again: both are kept")
  func besideWhatWasMadeAgain() throws {
    let vault = try vault()
    #expect(throws: Failure.self) {
      try vault.apply(nil) {
        $0.onStep = { step in
          guard step == .indexWritten else { return }
          try self.save("b.md", .replace, in: vault)
          throw Failure()
        }
      }
    }
    #expect(try vault.folder.readText("b.md") == "a line more\n")
    #expect(try vault.folder.readText("b-2.md") == "old b\n")
    try vault.expectClean()
  }

  @Test("at whatever step, to whatever file", arguments: [true, false])
  func everyStep(canExchange: Bool) throws {
    let template = try vault()
    for name in ["a.md", "b.md", "d/e.md"] {
      for edit in Edit.allCases { try everyStep(of: template, name, edit, canExchange) }
    }
  }

  private func everyStep(
    of template: ApplyVault, _ name: String, _ edit: Edit, _ canExchange: Bool
  ) throws {
    for number in 1... {
      let vault = try ApplyVault(copying: template)
      var count = 0
      var editStep: ApplyStep?
      var edited: String?
      var failure: (any Error)?
      do {
        _ = try vault.apply(nil) {
          $0.canExchange = canExchange
          $0.onStep = { step in
            count += 1
            if count == number {
              editStep = step
              edited = try? vault.folder.readText(name)
              try self.save(name, edit, in: vault)
            }
            if step == .indexWritten { throw Failure() }
          }
        }
      } catch {
        failure = error
      }
      guard let editStep else { break }
      let texts = allTexts(of: vault)
      let place = "\(edit) to \(name) at \(editStep.rawValue), step \(number): \(texts)"
      #expect(failure == nil || failure is Failure, "\(place)")
      #expect(edit == .remove || texts.contains { $0.hasSuffix("a line more\n") }, "\(place)")
      // The person who edits the old version gives it up.
      for (file, old) in Self.texts where file != name || edited != old {
        #expect(texts.contains(old), "\(place)")
      }
      #expect(vault.leftovers() == [], "\(place)")
    }
  }
}
