import Foundation
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

  @Test("the words of the scripts are JSON, and some script has the name of each")
  func words() throws {
    let words = try JSONDecoder().decode(
      [String: String].self, from: Data(PageFiles.scriptWords.utf8))
    let scripts = PageFiles.assets.filter { $0.key.hasSuffix(".js") }
      .map { String(decoding: $0.value, as: UTF8.self) }.joined()
    #expect(!words.isEmpty)
    for name in words.keys { #expect(scripts.contains(name), "\(name)") }
  }

  @Test("a script is sent without comments, blank lines and indentation")
  func comments() {
    let script = "// one\n/** two\n  three */\nlet a = 1; // four\n\n  b(`*/`);\n"
    #expect(
      PageFiles.withoutComments(Array(script.utf8)) == Array("let a = 1; // four\nb(`*/`);\n".utf8))
  }

  @Test("comments have lines of their own, and no text goes over several")
  func lines() throws {
    for (name, bytes) in PageFiles.all where name.hasSuffix(".js") || name.hasSuffix(".css") {
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        let words = line.drop { $0 == " " }
        if words.hasPrefix("/*"), let end = words.range(of: "*/") {
          #expect(end.upperBound == words.endIndex, "\(name): \(words)")
        }
        let isCode = !words.hasPrefix("/") && !words.hasPrefix("*")
        let marks = words.count { $0 == "`" }
        #expect(!isCode || marks.isMultiple(of: 2), "\(name): \(words)")
      }
    }
  }
}
