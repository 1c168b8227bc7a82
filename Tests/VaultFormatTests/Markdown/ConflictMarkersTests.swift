import Testing
import VaultFormat

@Suite("Conflict markers of git")
struct ConflictMarkersTests {
  private func first(_ text: String) -> ConflictMarkers? {
    Array(text.utf8).withUnsafeBufferPointer { ConflictMarkers.first(in: $0) }
  }

  private let conflict = "<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> branch\n"

  @Test("the two versions are found by their markers")
  func found() {
    let markers = first("text\n" + conflict + "more\n")
    #expect(markers?.line == 2)
    #expect(markers?.end == 6)
    #expect(markers?.isInCode == false)
  }

  @Test("an opening marker alone is a conflict, also with CRLF or without a name")
  func variants() {
    #expect(first("<<<<<<< HEAD\nmine\n")?.end == nil)
    #expect(first("<<<<<<< HEAD\nmine\n")?.line == 1)
    #expect(first("<<<<<<<\r\na\r\n=======\r\nb\r\n>>>>>>>\r\n")?.end == 5)
  }

  @Test("in fenced code it may be an example; one outside of code comes first")
  func code() {
    #expect(first("```\n\(conflict)```\n")?.isInCode == true)
    #expect(first("- ~~~\n\(conflict)  ~~~\n")?.isInCode == true)
    let both = first("```\n\(conflict)```\n\n\(conflict)")
    #expect(both?.isInCode == false)
    #expect(both?.line == 9)
    #expect(first("```\n<<<<<<< HEAD\n```\n=======\n>>>>>>> b\n")?.isInCode == false)
  }

  @Test(
    "headings, quotes and longer runs are not conflicts",
    arguments: [
      "Title\n=======\ntext\n", ">>>>>>> deep quote\n", "<<<<<<<HEAD\n", "<<<<<<<< x\n",
      " <<<<<<< x\n",
      "a <<<<<<< b\n", "",
    ])
  func none(text: String) {
    #expect(first(text) == nil)
  }
}
