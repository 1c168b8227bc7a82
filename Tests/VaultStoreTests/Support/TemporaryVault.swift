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

  func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: absolute(path)).map { String(decoding: $0, as: UTF8.self) }
  }

  func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: absolute(path), withDestinationPath: target)
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
