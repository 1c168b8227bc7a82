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

  /// 80 samples of 8 bits.
  private static let sound =
    Array("RIFF".utf8) + [116, 0, 0, 0] + Array("WAVEfmt ".utf8)
    + [16, 0, 0, 0, 1, 0, 1, 0, 64, 31, 0, 0, 64, 31, 0, 0, 1, 0, 8, 0]
    + Array("data".utf8) + [80, 0, 0, 0] + [UInt8](repeating: 0x80, count: 80)

  @Test("what is not shown in place has no name, and HTML is left out")
  func names() throws {
    let vault = try SiteVault([
      "a/x.md": SiteVault.note(
        1,
        """
        ![](x.media/secret.wav) ![](../b/secret.jpg) ![[secret.jpg]] ![[secret/secret]]
        ![a lamp](../b/secret.jpg)

        <div title="x > y" data-path='secret/>'>[[secret/Zed]]
        <!-- secret --><img src="../b/secret.jpg">

        The <b title="secret">end</b>
        """)
    ])
    try vault.folder.write(Self.sound, to: "a/x.media/secret.wav")
    let note = try #require(try vault.edition().notes.first)
    let html = try text(vault).render(note).note.html.text
    #expect(html.contains("<audio"))
    #expect(!html.contains("secret"))
    #expect(["a lamp", "The end"].allSatisfy(html.contains))
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
