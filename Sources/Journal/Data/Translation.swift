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
