import SystemCalls
import Testing
import VaultFormat

@testable import VaultIndex

@Suite("A note as a line of a list")
struct NoteRowTests {
  private static func line(_ width: Int?) -> String {
    NoteRow(
      title: "A walk in the rain", tags: ["family"].compactMap { Tag($0) }, place: "Trondheim",
      media: "2 photos"
    ).line(
      label: "", day: CalendarDay(year: 2026, month: 11, day: 20)!, id: "1a2b3c4d",
      isPinned: false, width: width, style: Style(isOn: false))
  }

  @Test("the place goes before the media and the tags, then the tags, then the media")
  func widths() {
    let head = "2026-11-20  1a2b3c4d    A walk in the rain"
    #expect(Self.line(nil) == head + "  #family  Trondheim  2 photos")
    #expect(Self.line(72) == head + "  #family  Trondheim  2 photos")
    #expect(Self.line(68) == head + "  Trondheim  2 photos")
    #expect(Self.line(62) == head + "  #family  2 photos")
    #expect(Self.line(53) == head + "  2 photos")
  }

  @Test("a stranger's place cannot write to the terminal")
  func controls() {
    let row = NoteRow(title: "t", tags: [], place: "a\u{1B}[2Jb\nc")
    let line = row.line(
      label: "", day: CalendarDay(clamping: 0), id: "1", isPinned: false, width: nil,
      style: Style(isOn: false))
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
  }
}
