import Cryptography
import Synchronization
import SystemCalls
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Notesync

@Suite("Media that arrive")
struct MediaIntakeTests {
  @Test("of many files of one size each that is there is read once, and none that was just added")
  func readsOnce() throws {
    let device = try Device(try FakeServer())
    try device.write("a.md", id: "a", "text")
    for number in 10..<13 { try device.folder.write(picture(number), to: "a.media/\(number).jpg") }
    let path = try #require(VaultPath("a.md"))
    let receiver = try NoteReceiver(device.vault, device.surroundings, zone: .utc)
    let reads = Mutex<[VaultPath]>([])
    let folder = device.vault.folder
    let intake = receiver.intake(for: path) { file in
      reads.withLock { $0.append(file) }
      return try MediaHashes.hash(of: FileInput(file, in: folder)).sha256
    }
    for number in 10..<60 {
      let bytes = picture(number)
      let file = try device.folder.write(bytes, to: ".tl/local/in")
      let media = WireMedia(
        id: "m\(number)", noteID: "a", kind: "image", filename: "a.jpg", contentType: "image/jpeg",
        checksum: "",
        data: ReceivedData(
          file: file, size: Int64(bytes.count), sha256: sha256Hex(bytes),
          isBase64: true))
      #expect(try intake.add(media, naming: .asAdded)?.name.isEmpty == (number < 13 ? nil : false))
    }
    try intake.sync()
    #expect(reads.withLock { $0.count } == 3)
    #expect(device.folder.exists("a.media/a-47.jpg"))
    #expect(try device.files().count == 51)
  }
}
