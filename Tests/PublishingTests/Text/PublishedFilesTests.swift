import Foundation
import TestSupport
import Testing

@testable import Publishing

@Suite("The files of what is published")
struct PublishedFilesTests {
  @Test("all files of Assets and Templates are compiled in, byte for byte")
  func all() throws {
    var files: [String: [UInt8]] = [:]
    for folder in ["Assets", "Templates"] {
      let path = RepositoryRoot.path("Sources/Publishing/\(folder)")
      for name in try FileManager.default.contentsOfDirectory(atPath: path) {
        files[name] = Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
      }
    }
    let isSame = files == PublishedFiles.all
    #expect(isSame)
  }
}
