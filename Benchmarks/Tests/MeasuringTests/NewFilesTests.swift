import Foundation
import Measuring
import Testing

@Suite struct NewFilesTests {
  @Test("only notes that came after the moment are removed")
  func removal() throws {
    let folder = try TemporaryFolder()
    let vault = "\(folder.path)/vault"
    try makeFolders("\(vault)/2026/11")
    try makeFolders("\(vault)/.tl")
    try writeFile("\(vault)/2026/11/old.md", "old")
    let moment = try FileSystemMoment(markFile: "\(folder.path)/moment")
    for name in ["2026/11/new.md", "2026/11/photo.jpg", ".tl/state.md"] {
      try writeFile("\(vault)/\(name)", "new")
    }
    #expect(try moment.removeLaterNotes(in: vault) == 1)
    #expect(!fileExists("\(vault)/2026/11/new.md"))
    for name in ["2026/11/old.md", "2026/11/photo.jpg", ".tl/state.md"] {
      #expect(fileExists("\(vault)/\(name)"))
    }
  }
}
