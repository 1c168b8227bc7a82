/// The rows of a tab-separated file that is built into the program; lines that begin with `#` are comments.
package struct DataTable {
  /// The cells of each row, some of which may be empty.
  package let rows: [[String]]

  package init(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n")).filter {
      $0.first != UInt8(ascii: "#")
    }
    rows = lines.map { line in
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }

  /// The second cell by the first, of a file with two columns.
  var texts: [String: String] {
    let pairs = rows.filter { $0.count == 2 }.map { ($0[0], $0[1]) }
    return Dictionary(pairs) { first, _ in first }
  }
}

/// The texts of a table in the languages besides English, by id.
struct Translation: Sendable {
  private let tables: [Language: [String: String]]

  private init(de german: [UInt8], vi vietnamese: [UInt8]) {
    tables = [
      Language("de"): DataTable(german).texts, Language("vi"): DataTable(vietnamese).texts,
    ]
  }

  /// The text in a language; nil in English, and in a language that is not there.
  func text(of id: String, in language: Language) -> String? {
    tables[language]?[id]
  }

  /// The texts in all languages.
  func texts(of id: String) -> [String] {
    tables.values.compactMap { $0[id] }
  }

  static let milestones = Translation(
    de: PackageResources.milestones_de_tsv, vi: PackageResources.milestones_vi_tsv)
  static let prompts = Translation(
    de: PackageResources.prompts_de_tsv, vi: PackageResources.prompts_vi_tsv)
}

/// A language, by its code in ISO 639: `de`.
package struct Language: Hashable, Sendable {
  /// In lower case; empty, or a word that is no code, for a locale such as `C`.
  package let code: String

  /// Reads `de`, `de-DE` and `de_DE.UTF-8`; the region and what follows is ignored.
  package init(_ locale: String) {
    code = locale.prefix { $0.isASCII && $0.isLetter }.lowercased()
  }

  package static let english = Language("en")
}
