import TestSupport
import Testing

@testable import Publishing

@Suite("The files of what is published")
struct PublishedFilesTests {
  @Test("all files of Assets and Templates are compiled in, byte for byte")
  func all() throws {
    let isSame = try RepositoryRoot.compiledFiles(in: "Sources/Publishing") == PublishedFiles.all
    #expect(isSame)
  }
}
