import TestSupport
import Testing

@testable import CommandLineTool

@Suite("A line of bash")
struct BashLineTests {
  @Test(
    "words are taken apart as bash does it",
    arguments: [
      ("tl ", ["tl"], ""), ("tl show a", ["tl", "show"], "a"), ("tl 'a b' c", ["tl", "a b"], "c"),
      (#"tl a\ b"#, ["tl"], "a b"), (#"tl "a\"b\x" "#, ["tl", #"a"b\x"#], ""),
      ("tl 'a b", ["tl"], "a b"),
      ("tl a'b'\"c\"", ["tl"], "abc"), ("tl ''", ["tl"], ""), ("tl '' x", ["tl", ""], "x"),
      ("", [], ""),
    ])
  func words(line: String, words: [String], current: String) {
    let read = BashLine(line)
    #expect(read.words == words)
    #expect(read.current == current)
  }

  @Test("only the part that bash replaces is given")
  func replaced() {
    #expect(BashLine("tl --tag=wo").insertion(of: "--tag=work", replacing: "wo") == "work")
    #expect(BashLine("tl a:b").insertion(of: "a:bc", replacing: "b") == "bc")
    #expect(BashLine("tl --tag=\"a b").insertion(of: "--tag=a bc", replacing: "a b") == "a bc")
    #expect(BashLine("tl 'it").insertion(of: "it's", replacing: "it") == #"it'\''s"#)
    #expect(BashLine(#"tl a\ "#).insertion(of: "a $b", replacing: #"a\ "#) == #"a\ \$b"#)
  }

  @Test("bash reads back every word, in whatever quotes it stands, and runs nothing")
  func readBack() throws {
    try withSeed { generator, _ in
      let characters = Array("ab \\'\"$`!#~*?[]{}();&|<>=:@%^,.-é漢👍")
      let words = (0..<120).map { _ in
        String(
          (0..<Int.random(in: 1...12, using: &generator)).map { _ in
            characters[Int.random(in: 0..<characters.count, using: &generator)]
          })
      }
      var script = ""
      var expected = ""
      for word in words + ["$(touch pwned)", "`touch pwned`", "$HOME", "a'b\"c"] {
        for quote in ["", "'", "\""] {
          let inserted = BashLine("tl \(quote)").insertion(of: word, replacing: "")
          script += "printf '%s\\0' \(quote)\(inserted)\(quote)\n"
          expected += word + "\0"
        }
      }
      try withTemporaryFolder { folder in
        var runner = try CommandRunner(folder: folder)
        try folder.write(script, to: "vault/script")
        try runner.shell("bash ./script").expect(out: expected, err: "")
        #expect(folder.contents().filter { $0.hasPrefix("vault/") } == ["vault/script"])
      }
    }
  }
}
