import Testing

@testable import Notesync

@Suite("What media are")
struct MediaTypeTests {
  @Test(
    "the first bytes say it",
    arguments: [
      ([0xFF, 0xD8, 0xFF], "x.png", "image/jpeg jpg"),
      ([0x89, 0x50, 0x4E, 0x47], "x", "image/png png"),
      (Array("GIF89a".utf8), "x.jpg", "image/gif gif"),
      (Array("RIFF....WEBP".utf8), "x", "image/webp webp"),
      (Array("RIFF....WAVE".utf8), "x", "audio/wav wav"),
      (Array("....ftypheic".utf8), "x", "image/heic heic"),
      (Array("....ftypM4A ".utf8), "x", "audio/m4a m4a"),
      (Array("....ftypisom".utf8), "x.m4a", "audio/m4a m4a"),
      (Array("ID3".utf8), "x", "audio/mpeg mp3"), ([0xFF, 0xFB, 0x90], "x", "audio/mpeg mp3"),
      ([0xFF, 0xF1, 0x50], "x", "audio/aac aac"), (Array("OggS".utf8), "x.ogg", "audio/ogg ogg"),
      (Array("?".utf8), "x.JPG", "image/jpeg jpg"), (Array("?".utf8), "x.cr2", "image/cr2 cr2"),
      (Array("?".utf8), "x.m4a", "audio/m4a m4a"), ([], "x.png", "image/png png"),
    ] as [([UInt8], String, String)])
  func travels(_ head: [UInt8], _ name: String, _ expected: String) {
    let ending = name.split(separator: ".").dropFirst().last ?? ""
    let type = ContentType(of: head, fileExtension: ending.utf8)
    #expect(type.map { "\($0.contentType) \($0.fileExtension)" } == expected)
  }

  @Test(
    "films and plain files stay",
    arguments: [
      (Array("....ftypisom".utf8), "mp4"), (Array("....ftypisom".utf8), ""),
      (Array("%PDF".utf8), "pdf"),
      ([], "txt"), (Array("BMX was a bike".utf8), "txt"), (Array("OggS".utf8), "ogv"),
      ([0xFF, 0xFE, 0x61], "txt"),
    ] as [([UInt8], String)])
  func stays(_ head: [UInt8], _ ending: String) {
    #expect(ContentType(of: head, fileExtension: ending.utf8) == nil)
  }

  @Test("what arrives is called by its bytes, then by its content type")
  func arriving() {
    func name(_ head: String, _ kind: String, _ type: String) -> String {
      ContentType.arrivingExtension(of: Array(head.utf8), kind: kind, contentType: type)
    }
    #expect(name("GIF89a", "image", "text/html") == "gif")
    #expect(name("....ftypmp42", "audio", "") == "m4a")
    #expect(name("%PDF", "file", "application/pdf; x=y") == "pdf")
    #expect(name("?", "image", "IMAGE/JPEG") == "jpg")
    #expect(name("?", "image", "../../x") == "bin")
  }
}
