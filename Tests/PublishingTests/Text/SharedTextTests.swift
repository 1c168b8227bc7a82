import Rendering
import Sharing
import TestSupport
import Testing
import VaultFormat

@testable import Publishing

@Suite("Texts for others")
struct SharedTextTests {
  private func text(_ vault: SiteVault) throws -> SharedText {
    SharedText(
      try vault.edition().view,
      addresses: SharedText.Addresses(
        note: { "\($0.id.suffix(2)).html" }, medium: { "media/\($0.name)" }, tag: { "t-\($0.text)" }
      ))
  }

  @Test("links lead to what is shown, with its headings; all others are text without folders")
  func links() throws {
    let vault = try SiteVault([
      "a/x.md": SiteVault.note(
        1, "[y](../b/y.md#a-part) [[y]] [z](../b/z.md) [[b/z]] [](../b/z.md) #tag ![](../b/z.jpg)"),
      "b/y.md": SiteVault.note(2, "## A part"), "b/z.md": "# Private\n",
    ])
    let text = try text(vault)
    let note = try #require(try vault.edition().notes.first { $0.source.text == "a/x.md" })
    let html = text.render(note).note.html.text
    #expect(html.contains("href=\"02.html#h-a-part\"") && html.contains("href=\"02.html\""))
    #expect(html.contains("href=\"t-tag\""))
    #expect(!html.contains("b/") && !html.contains("z.md\"") && !html.contains("Private"))
  }

  @Test("a heading that is the title is not a second one, and another one is")
  func titles() throws {
    let vault = try SiteVault([
      "a.md": SiteVault.note(1, "# The *title*\n\ntext"),
      "b.md": SiteVault.note(2, "# Another\n\ntext", keys: "title: The title"),
    ])
    let notes = try vault.edition().notes.sorted { $0.source < $1.source }
    #expect(notes.map(SharedText.beginsWithTitle) == [true, false])
    #expect(try text(vault).excerpt(of: notes[0], length: 100).text == "text")
    #expect(try text(vault).excerpt(of: notes[1], length: 100).text == "Another text")
  }
}
