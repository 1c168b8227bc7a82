import Foundation
import TestSupport
import Testing

@testable import Page

@Suite("The files of the page")
struct PageFilesTests {
  @Test("all files of Assets and Templates, and docs/openapi.json, are compiled in, byte for byte")
  func all() throws {
    var files = ["openapi.json": Array(try RepositoryRoot.text(of: "docs/openapi.json").utf8)]
    for folder in ["Assets", "Templates"] {
      let path = RepositoryRoot.path("Sources/Page/\(folder)")
      for name in try FileManager.default.contentsOfDirectory(atPath: path) {
        files[name] = Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
      }
    }
    #expect(Set(files.keys) == Set(PageFiles.all.keys))
    for (name, bytes) in files { #expect(PageFiles.all[name]?.count == bytes.count, "\(name)") }
    let isSame = files == PageFiles.all
    #expect(isSame)
  }
}
