import Foundation
import VaultFormat

@testable import VaultStore

/// A vault in a folder of its own, which goes when the value does.
final class TemporaryVault: Sendable {
  let root: String
  let folder: VaultFolder

  init() throws {
    root = NSTemporaryDirectory() + "/tl-store-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: root + "/.tl", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o755])
    folder = try VaultFolder(opening: root)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)
  }

  var writer: AtomicFileWriter { AtomicFileWriter(folder) }

  func absolute(_ path: String) -> String { root + "/" + path }

  func write(_ path: String, _ text: String) throws {
    let url = URL(fileURLWithPath: absolute(path))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func write(_ files: KeyValuePairs<String, String>) throws {
    for (path, text) in files { try write(path, text) }
  }

  func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: absolute(path)).map { String(decoding: $0, as: UTF8.self) }
  }

  func link(_ path: String, to target: String) throws {
    symlink(target, absolute(path))
  }

  func makeFIFO(_ path: String) {
    mkfifo(absolute(path), 0o644)
  }

  func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: absolute(path), withIntermediateDirectories: true)
  }

  func setPermissions(_ permissions: Int, _ path: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: absolute(path))
  }

  /// Every file below the root with its text, but for `.tl`; folders end in `/`.
  func files() -> [String: String] {
    var files: [String: String] = [:]
    for name in FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? [] {
      if name == ".tl" || name.hasPrefix(".tl/") { continue }
      files[name] = text(name) ?? "/"
    }
    return files
  }
}

/// A path that the test wrote itself.
func path(_ text: String) -> VaultPath {
  VaultPath(text)!
}

func bytes(_ text: String) -> [UInt8] {
  Array(text.utf8)
}

/// What tests of writing share: a clock, a zone, ids that count.
enum Writing {
  /// 2026-11-20T18:03:11+01:00.
  static let now: Int64 = 1_795_194_191
  static let zone = TimeZoneRules { _ in 3600 }
  static let id = NoteID(nonEmpty: "5f0c1c1e-8a57-4b8e-9f51-0a3a8a0f7d11")
  static let provisional = NoteID(nonEmpty: "11111111-8a57-5b8e-9f51-0a3a8a0f7d11")

  static let surroundings = Surroundings(now: { now }, zone: zone, makeID: { id })
}

extension TemporaryVault {
  /// Runs `body` with the write lock held.
  func writing<Result>(_ body: (borrowing NoteWriter) throws -> Result) throws -> Result {
    let writer = try NoteWriter(Vault(opening: root), Writing.surroundings, zone: Writing.zone)
    return try body(writer)
  }
}
