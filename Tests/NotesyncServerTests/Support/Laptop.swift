import Foundation
import Notesync
import Synchronization
import TestSupport
import VaultFormat
import VaultIndex
import VaultStore

/// A vault beside the server's, signed in there.
final class Laptop {
  let folder: TemporaryFolder
  private let vault: Vault
  private let transport: HTTPTransport
  private let settings: NotesyncSettings
  private let clock: TestClock
  private let ids: Mutex<SeededGenerator>
  private var credentials: Credentials

  init(
    _ server: TestServer, _ number: UInt64, password: String = TestServer.password,
    apiKey: String? = nil, through port: Int? = nil
  ) async throws {
    folder = try TemporaryFolder(inMemory: true)
    _ = try Vault.initialize(folder.path, timeZone: nil)
    vault = try Vault(opening: folder.path)
    clock = server.clock
    ids = Mutex(SeededGenerator(seed: 1_000 + number))
    settings = NotesyncSettings(
      server: try ServerAddress(port.map { "http://127.0.0.1:\($0)" } ?? server.base),
      apiKey: apiKey ?? server.apiKey)
    transport = HTTPTransport(settings)
    let clock = server.clock
    // Signing in goes straight to the server.
    let direct = NotesyncSettings(
      server: try ServerAddress(server.base), apiKey: apiKey ?? server.apiKey)
    let door = HTTPTransport(direct)
    let login = NotesyncLogin(
      direct, door, pacing: Pacing(now: { clock.now }, sleep: { _ in }, random: { 0.5 }))
    do {
      credentials = try await login.signIn(user: TestServer.name, password: password)
      await door.close()
    } catch {
      await door.close()
      await transport.close()
      throw error
    }
  }

  func close() async { await transport.close() }

  var client: NotesyncClient {
    let clock = clock
    let surroundings = Surroundings(now: { clock.now }, zone: .utc) { [ids = IDs(self)] in
      ids.next()
    }
    return NotesyncClient(
      vault: vault, zone: .utc, surroundings: surroundings, threads: 1, settings: settings,
      transport: transport,
      pacing: Pacing(now: { clock.now }, sleep: { _ in }, random: { 0.5 }),
      credentials: credentials, onRefresh: { self.credentials = $0 })
  }

  /// Chance for ids, without keeping the laptop itself in a closure of another thread.
  private final class IDs: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(_ laptop: Laptop) {
      generator = Mutex(SeededGenerator(seed: laptop.ids.withLock { $0.next() }))
    }

    func next() -> NoteID { generator.withLock { NoteID.random(using: &$0) } }
  }

  private var notes: VaultNotes { Self.notes(of: vault) }

  private static func notes(of vault: Vault) -> VaultNotes {
    VaultNotes(vault, zone: .utc, threads: 1, hashes: MediaHashes(vault, now: { 0 }), now: { 0 })
  }

  func contents(withTimes: Bool = false) throws -> [String: String] {
    try Self.contents(of: vault, withTimes: withTimes)
  }

  /// Text, tags, pin and media of each note, and its times, by its id.
  static func contents(of vault: Vault, withTimes: Bool = false) throws -> [String: String] {
    var contents: [String: String] = [:]
    _ = try notes(of: vault).forEach { note in
      let media = note.content.media.map(\.sha256).sorted().joined(separator: ",")
      let tags = Set(note.content.tags.map(\.key)).sorted().joined(separator: ",")
      let times = withTimes ? "\(note.created.seconds) \(note.updated.seconds)" : ""
      contents[note.id.text] =
        "\(Array(note.content.text.utf8).hex)|\(tags)|\(note.content.isPinned)|\(media)|\(times)"
    }
    return contents
  }

  func path(of id: String) -> String? {
    var path: String?
    _ = try? notes.forEach { if $0.id.text == id { path = $0.path.text } }
    return path
  }

  /// As an editor does it that knows nothing of stamps.
  func change(_ id: String, to text: String) throws {
    guard let path = path(of: id) else { return }
    let file = try folder.readText(path)
    let head = file.components(separatedBy: "\n\n").first ?? ""
    try folder.write("\(head)\n\n\(text)\n", to: path)
  }
}
