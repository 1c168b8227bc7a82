import Testing

@Suite("SwiftSource")
struct SwiftSourceTests {
  private func code(_ text: String) -> String {
    SwiftSource(path: "x.swift", text: text).code.joined(separator: "\n")
  }

  @Test(
    "comments and literals become blanks, code stays",
    arguments: [
      ("a // b", "a     "),
      ("a /* b */ c", "a         c"),
      ("a /* b /* c */ d */ e", "a                   e"),
      ("a /* b\nc */ d", "a     \n     d"),
      (#"f("b") + c"#, #"f(" ") + c"#),
      (#"f("// b") + c"#, #"f("    ") + c"#),
      (#"f("\"") + c"#, #"f("  ") + c"#),
      (#"f("\\") + c"#, #"f("  ") + c"#),
      (#"f("x\(g("y")!)z")"#, #"f("  (g(" ")!) ")"#),
      (#"f("\((a, (b)))!")"#, #"f(" ((a, (b))) ")"#),
      (##"f(#"a"b\(c)"#)!"##, ##"f(#"       "#)!"##),
      (##"f(#"a\#(c!)"#)"##, ##"f(#"   (c!)"#)"##),
      ("f(\"\"\"\na \"b\" // c\n\"\"\")!", "f(\"\"\"\n          \n\"\"\")!"),
      ("f(\"a\ng()", "f(\" \ng()"),
      ("a / b / c", "a / b / c"), ("#if a", "#if a"), ("a /* b", "a     "), ("\"", "\""), ("", ""),
      ("\"\"", "\"\""), ("\"a\\", "\"  "),
    ])
  func blanking(text: String, expected: String) {
    #expect(code(text) == expected)
  }

  @Test("places stay in every file of the project")
  func placesStay() {
    let sources = SwiftSource.all
    #expect(!sources.isEmpty)
    for source in sources {
      #expect(source.lines != [""], "\(source.path) is empty or not UTF-8")
      #expect(source.lines.map(\.utf8.count) == source.code.map(\.utf8.count), "\(source.path)")
    }
  }
}
