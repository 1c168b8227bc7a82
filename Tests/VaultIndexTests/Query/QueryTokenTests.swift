import Testing

@testable import VaultIndex

@Suite("Words and phrases of a query")
struct QueryTokenTests {
  /// Each token: `-` where it is excluded, the text in brackets, `p:v` where it may be a prefix and a value.
  static let table: [(String, String)] = [
    ("", ""), ("  \t\n ", ""), ("sofa", "[sofa]"), ("two words", "[two] [words]"),
    ("\u{3000}公園\u{3000}散歩\u{A0}x\u{2003}y\u{2028}z\u{85}w", "[公園] [散歩] [x] [y] [z] [w]"),
    ("zero\u{200B}width", "[zero\u{200B}width]"),
    ("-draft", "-[draft]"), ("- draft", "[-] [draft]"), ("-", "[-]"), ("--", "[--]"),
    ("a -- b", "[a] [--] [b]"),
    ("--x", "-[-x]"), ("a-b", "[a-b]"), ("a- -b", "[a-] -[b]"),
    ("\"a b\"", "[a b]"), ("-\"a b\"", "-[a b]"), ("\"-a\"", "[-a]"), ("\"a", "[a]"),
    ("\"a b  c ", "[a b  c ]"),
    ("\"\"", ""), ("-\"\"", ""), ("\"-\"", "[-]"), ("-\"-\"", "-[-]"), ("\" \"", "[ ]"),
    ("a\"b c\"d", "[ab cd]"),
    ("\"a\"\"b\"", "[ab]"), ("\"a\" \"b\"", "[a] [b]"), ("x \"", "[x]"),
    ("tag:a", "[tag:a](tag=a)"), ("tag:\"a b\"", "[tag:a b](tag=a b)"),
    ("tag:a\" b\"", "[tag:a b](tag=a b)"),
    ("\"tag:a\"", "[tag:a]"), ("\"tag\":a", "[tag:a]"), ("t\"ag\":a", "[tag:a]"),
    ("tag\":\"a", "[tag:a]"),
    ("tag:", "[tag:](tag=)"), ("tag:\"\"", "[tag:](tag=)"), ("-tag:a", "-[tag:a](tag=a)"),
    (":", "[:](=)"),
    ("12:30", "[12:30](12=30)"), ("https://x.y", "[https://x.y](https=//x.y)"),
    ("a:b:c", "[a:b:c](a=b:c)"),
    ("e\u{301}:x", "[e\u{301}:x](e\u{301}=x)"), ("tag:\u{301}x", "[tag:\u{301}x](tag=\u{301}x)"),
    ("“a b”", "[“a] [b”]"),
  ]

  @Test("a table of queries", arguments: table)
  func tokens(_ query: String, _ expected: String) {
    let tokens = QueryToken.tokens(of: query).map { token in
      let prefix = token.prefixAndValue.map { "(\($0.prefix)=\($0.value))" } ?? ""
      return "\(token.isExcluded ? "-" : "")[\(token.text)]\(prefix)"
    }
    #expect(Array(tokens.joined(separator: " ").utf8) == Array(expected.utf8), "\(tokens)")
  }
}
