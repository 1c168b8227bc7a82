import Testing
import VaultFormat

@testable import VaultIndex

@Suite("The kind of a note")
struct NoteKindTests {
  @Test(
    "media of one kind give that kind, others mixed; other files do not count",
    arguments: [
      ([], .text), ([.file], .text), ([.file, .file], .text), ([.photo], .photo),
      ([.photo, .photo, .file], .photo), ([.audio], .audio), ([.video, .file], .video),
      ([.photo, .audio], .mixed), ([.photo, .video, .file], .mixed),
      ([.audio, .video, .photo], .mixed),
    ] as [([MediaKind], NoteKind)])
  func kinds(_ media: [MediaKind], _ kind: NoteKind) {
    #expect(NoteKind(of: media) == kind)
    #expect(NoteKind(of: media.reversed()) == kind)
  }

  @Test("a query for a kind also finds notes of several kinds")
  func asked() {
    func kinds(_ media: Set<MediaKind>) -> [NoteKind] {
      NoteKind.allCases.filter { $0.holds(for: media) }
    }
    #expect(kinds([]) == [.text] && kinds([.file]) == [.text])
    #expect(kinds([.photo, .file]) == [.photo] && kinds([.video]) == [.video])
    #expect(kinds([.photo, .audio]) == [.photo, .audio, .mixed])
  }
}
