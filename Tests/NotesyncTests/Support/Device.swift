import Foundation
import Synchronization
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Notesync

/// A clock that a test sets; each look moves it on by a second.
final class TestClock: Sendable {
  private let time = Mutex<Int64>(1_800_000_000)
  private let slept = Mutex<[Double]>([])
  /// Done in each pause.
  let whileSleeping = Mutex<@Sendable () -> Void>({})

  func now() -> Int64 {
    time.withLock {
      $0 += 1; return $0
    }
  }
  func set(_ seconds: Int64) { time.withLock { $0 = seconds } }
  func advance(_ seconds: Int64) { time.withLock { $0 += seconds } }
  func sleep(_ seconds: Double) {
    slept.withLock { $0.append(seconds) }
    whileSleeping.withLock { $0 }()
  }
  var sleeps: [Double] { slept.withLock { $0 } }
}

/// A vault on one machine, and its way to a server.
final class Device {
  let folder: TemporaryFolder
  let vault: Vault
  let server: FakeServer
  let clock: TestClock
  var settings: NotesyncSettings
  var credentials = Credentials(accessToken: "access", refreshToken: "refresh")
  var events: [NotesyncEvent] = []
  /// What pulls change.
  var operation: OperationRecorder?
  /// Done when a request is about to go out.
  var beforeRequest: () -> Void = {}
  private let ids: IDSource
  private let isFastBy: Int64

  /// - Parameter isFastBy: how far this machine's own clock is ahead, in seconds.
  init(
    _ server: FakeServer, clock: TestClock = TestClock(), seed: UInt64 = 1, isFastBy: Int64 = 0
  ) throws {
    self.isFastBy = isFastBy
    folder = try TemporaryFolder(inMemory: true)
    _ = try Vault.initialize(folder.path, timeZone: "UTC")
    vault = try Vault(opening: folder.path)
    self.server = server
    self.clock = clock
    settings = NotesyncSettings(server: try ServerAddress("https://notes.example"))
    ids = IDSource(seed: seed)
  }

  /// A device whose server has nothing, with notes of the same text under the names `ID.md`.
  ///
  /// - Parameter pictures: the paths of media of theirs, for `picture(1)` and those after it.
  static func withServer(
    having ids: String..., text: String = "text", updated: String? = nil, pictures: String...
  ) throws -> (FakeServer, Device) {
    try withServer(ids, text: text, updated: updated, pictures)
  }

  /// The same with so many notes: `n0` and those after it.
  static func withServer(count: Int) throws -> (FakeServer, Device) {
    try withServer((0..<count).map { "n\($0)" }, text: "text", updated: nil, [])
  }

  /// The same, and all of them are on the server.
  static func pushed(
    having ids: String..., text: String = "text", updated: String? = nil, pictures: String...
  ) async throws -> (FakeServer, Device) {
    let (server, device) = try withServer(ids, text: text, updated: updated, pictures)
    _ = try await device.client.push()
    return (server, device)
  }

  static func pushed(count: Int) async throws -> (FakeServer, Device) {
    let (server, device) = try withServer(count: count)
    _ = try await device.client.push()
    return (server, device)
  }

  private static func withServer(
    _ ids: [String], text: String, updated: String?, _ pictures: [String]
  ) throws -> (FakeServer, Device) {
    let server = try FakeServer()
    let device = try Device(server)
    for id in ids { try device.write("\(id).md", id: id, text, updated: updated) }
    for (index, path) in pictures.enumerated() {
      try device.folder.write(picture(index + 1), to: path)
    }
    return (server, device)
  }

  var surroundings: Surroundings {
    let (clock, ids, isFastBy) = (clock, ids, isFastBy)
    return Surroundings(now: { clock.now() + isFastBy }, zone: .utc, makeID: { ids.next() })
  }

  func now() -> Int64 { clock.now() + isFastBy }

  var client: NotesyncClient {
    let (clock, isFastBy) = (clock, isFastBy)
    return NotesyncClient(
      vault: vault, zone: .utc, surroundings: surroundings, threads: 1, settings: settings,
      transport: server,
      pacing: Pacing(
        now: { clock.now() + isFastBy }, sleep: { clock.sleep($0) }, random: { 0.5 }),
      credentials: credentials, operation: operation, onRefresh: { self.credentials = $0 },
      onEvent: { event in
        self.events.append(event)
        if case .request = event { self.beforeRequest() }
      })
  }

  /// Where data are that came and are not in the vault yet.
  var incoming: String {
    let account = NotesyncClient.accountKey(server: settings.server, user: "")
    return ".tl/local/notesync/\(account)/incoming"
  }

  /// Every note file and media file with its text, by path.
  func files(withCopies: Bool = true) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in folder.contents() where !path.hasPrefix(".tl") {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder.path(path), isDirectory: &isFolder)
      if !isFolder.boolValue { files[path] = try folder.read(path) }
    }
    return files
  }

  /// Text, tags, pin and media of each note, by id.
  func contents() throws -> [String: String] {
    var contents: [String: String] = [:]
    let notes = VaultNotes(
      vault, zone: .utc, threads: 1, hashes: MediaHashes(vault, now: { self.clock.now() }),
      now: { self.clock.now() })
    _ = try notes.forEach { note in
      let media = note.content.media.map(\.sha256).sorted().joined(separator: ",")
      let tags = Set(note.content.tags.map(\.key)).sorted().joined(separator: ",")
      // Strings that look alike are equal; bytes are not.
      let text = Array(note.content.text.utf8).hex
      contents[note.id.text] = "\(text)|\(tags)|\(note.content.isPinned)|\(media)"
    }
    return contents
  }

  @discardableResult
  func write(
    _ name: String, id: String? = nil, _ text: String, tags: [String] = [], updated: String? = nil
  ) throws -> String {
    var head = id.map { "id: \($0)\n" } ?? ""
    head += "created: 2026-11-20T10:00:00Z\n"
    if let updated { head += "updated: \(updated)\n" }
    if !tags.isEmpty { head += "tags: [\(tags.joined(separator: ", "))]\n" }
    return try folder.write("---\n\(head)---\n\n\(text)\n", to: name)
  }
}

private final class IDSource: Sendable {
  private let generator: Mutex<SeededGenerator>

  init(seed: UInt64) {
    generator = Mutex(SeededGenerator(seed: seed))
  }

  func next() -> NoteID { generator.withLock { NoteID.random(using: &$0) } }
}

/// The first bytes of a JPEG, and what makes it unlike others.
func picture(_ number: Int, size: Int = 100) -> [UInt8] {
  [0xFF, 0xD8, 0xFF, 0xE0] + Array("picture \(number)".utf8) + [UInt8](repeating: 7, count: size)
}

/// A note as a phone has sent it.
func note(
  _ id: String, _ text: String, at seconds: Int64 = 1_790_000_000, tags: [String] = []
) -> WireNote {
  WireNote(
    id: id, text: text, tags: tags, createdAt: WireTime(seconds: 1_780_000_000),
    updatedAt: WireTime(seconds: seconds))
}

extension PushReport {
  /// Expects the number of notes, the files of new and edited ones, the deleted, the number of media, and why or which
  /// notes were set aside; what is nil is not looked at.
  @discardableResult
  func expect(
    notes: Int? = nil, created: [String]? = nil, edited: [String]? = nil,
    deleted: [String]? = nil, media: Int? = nil, aside: [UnsentNote.Reason]? = nil,
    asideIDs: [NoteID]? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) -> PushReport {
    if let notes { #expect(noteCount == notes, "\(self)", sourceLocation: sourceLocation) }
    if let created {
      #expect(self.created.map(\.text) == created, "\(self)", sourceLocation: sourceLocation)
    }
    if let edited {
      #expect(self.edited.map(\.text) == edited, "\(self)", sourceLocation: sourceLocation)
    }
    if let deleted { #expect(self.deleted == deleted, "\(self)", sourceLocation: sourceLocation) }
    if let media { #expect(mediaCount == media, "\(self)", sourceLocation: sourceLocation) }
    if let aside {
      #expect(self.aside.map(\.reason) == aside, "\(self)", sourceLocation: sourceLocation)
    }
    if let asideIDs {
      #expect(self.aside.map(\.noteID) == asideIDs, "\(self)", sourceLocation: sourceLocation)
    }
    return self
  }
}
