import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing
import VaultFormat

@testable import Rendering

@Suite("Rendering and the link parser")
struct AgreementTests {
  @Test("a link by name on the page is one that the doctor sees")
  func links() throws {
    let pieces = [
      "[[a]]", "![[b]]", "[[c|d]]", "[[e#f]]", "`", "``", "\n", "\n\n", "text ", "*", "**", "> ",
      "- ", "```\n", "\\", "[", "]",
      "(x)", "<!-- ", " -->", "|", "é",
    ].map { Array($0.utf8) }
    var count = 0
    try withSeed(cases: 3_000) { random in
      let bytes = Array(random.pick(Int.random(in: 0...24, using: &random), of: pieces).joined())
      var found: [String] = []
      bytes.withUnsafeBufferPointer { buffer in
        MarkdownLink.forEach(in: buffer, from: 0) { link in
          guard link.kind.isObsidian else { return }
          found.append(String(decoding: buffer[link.destination], as: UTF8.self))
        }
      }
      let log = Log()
      let renderer = NoteRenderer { target in
        if target.link.isByName { log.texts.append(target.link.text) }
        return .page(address: "/n/1")
      }
      _ = renderer.render(bytes)
      // Where the link parser counts a block as text, cmark may read code.
      #expect(
        isSubsequence(log.texts, of: found),
        "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
      count += log.texts.count
    }
    #expect(count > 1_000)
  }

  @Test("real notes give strict HTML")
  func corpora() throws {
    for path in Corpora.notes.prefix(400) {
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      let html = try StrictHTML(SmallVault.render(bytes).html.bytes)
      #expect(html.depth < 70, "\(path)")
    }
  }

  @Test("parsing on several threads gives the same as on one")
  func threads() {
    let texts = ["~~a~~ |b", "~~a~~ www.x.org ~b~", "|a|\n|-|\n|~~b~~|", "~~*a*~~ b@c.de"].map {
      Array($0.utf8)
    }
    let expected = texts.map { SmallVault.render($0) }
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 400) { index in
      if SmallVault.render(texts[index % 4]) != expected[index % 4] {
        failures.withLock { $0 += 1 }
      }
    }
    #expect(failures.withLock { $0 } == 0)
  }

  private func isSubsequence(_ part: [String], of whole: [String]) -> Bool {
    var rest = whole[...]
    return part.allSatisfy { text in
      guard let index = rest.firstIndex(of: text) else { return false }
      rest = rest[(index + 1)...]
      return true
    }
  }
}

private final class Log: @unchecked Sendable {
  // A renderer asks from the thread that calls it.
  var texts: [String] = []
}
