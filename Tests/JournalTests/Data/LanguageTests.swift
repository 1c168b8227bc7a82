import Testing

@testable import Journal

@Suite("Languages")
struct LanguageTests {
  @Test("the region and the encoding of a locale are ignored")
  func locales() {
    for text in ["de", "DE", "de-DE", "de_DE", "de_DE.UTF-8", "de@euro"] {
      #expect(Language(text) == Language("de"), "\(text)")
    }
    #expect(Language("vi_VN").code == "vi")
    for text in ["", "C", "C.UTF-8", "POSIX", "_", "đe"] {
      #expect(Translation.milestones.text(of: "first-steps", in: Language(text)) == nil, "\(text)")
    }
  }

  @Test("without a translation the text is English")
  func fallback() {
    let titles = ["de_DE.UTF-8", "vi", "fr", "C", "en_GB"].map {
      MilestoneCatalogue(language: Language($0))["first-steps"]?.title
    }
    #expect(
      titles == [
        "Erste Schritte", "Những bước đi đầu tiên", "First steps", "First steps", "First steps",
      ])
    let prompts = ["de-DE", "nb_NO"].map {
      PromptCatalogue(language: Language($0))["funny-2"]?.text
    }
    #expect(prompts == ["Das schönste falsche Wort.", "The best wrong word."])
  }
}
