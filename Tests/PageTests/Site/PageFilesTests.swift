import TestSupport
import Testing

@testable import Page

@Suite("The files of the page")
struct PageFilesTests {
  @Test("all files of Assets and Templates, and docs/openapi.json, are compiled in, byte for byte")
  func all() throws {
    var files = try RepositoryRoot.compiledFiles(in: "Sources/Page")
    files["openapi.json"] = try RepositoryRoot.bytes(of: "docs/openapi.json")
    #expect(Set(files.keys) == Set(PageFiles.all.keys))
    for (name, bytes) in files { #expect(PageFiles.all[name]?.count == bytes.count, "\(name)") }
    let isSame = files == PageFiles.all
    #expect(isSame)
  }
}
