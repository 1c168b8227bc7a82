import Testing
import VaultIndex
import VaultStore

@Suite("The kind of a note")
struct NoteKindTests {
  @Test(
    "media that are alike give their kind, others mixed; plain files do not count",
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
}
