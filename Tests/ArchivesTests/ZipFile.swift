import Foundation
import SystemCalls
import TestSupport

@testable import Archives

/// A zip file in a folder of its own.
struct ZipFile {
  let folder: TemporaryFolder
  static let name = "archive.zip"

  /// - Parameter start: where the archive begins; what is before it is a hole.
  init(startingAt start: Int64 = 0, _ body: (ZipWriter) throws -> Void) throws {
    folder = try TemporaryFolder()
    let file = try FileDescriptor(openingFolder: folder.path)
      .createFile(Array(Self.name.utf8), permissions: 0o600, isRead: true)
    let writer = ZipWriter(file, startingAt: start)
    try body(writer)
    try writer.finish()
  }

  /// One of these bytes.
  init(_ bytes: [UInt8]) throws {
    folder = try TemporaryFolder()
    try folder.write(bytes, to: Self.name)
  }

  var bytes: [UInt8] { get throws { try folder.read(Self.name) } }

  func reader() throws -> ZipReader {
    try ZipReader(FileDescriptor(openingFile: folder.path(Self.name)))
  }

  /// The bytes of each entry, by its name.
  func contents() throws -> [[UInt8]: [UInt8]] {
    let reader = try reader()
    var contents: [[UInt8]: [UInt8]] = [:]
    for entry in reader.entries {
      contents[entry.name] = try reader.contents(of: entry, limit: 1 << 24)
    }
    return contents
  }

  /// What a program says that gets the archive's name last.
  func run(_ arguments: String...) throws -> CommandOutput {
    try runProgram(
      "/usr/bin/env", arguments + [Self.name], in: folder.path,
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"])
  }
}

extension ZipWriter {
  /// Adds a file in pieces of so many bytes.
  func add(_ header: ZipHeader, expecting size: Int64, _ bytes: [UInt8], in count: Int) throws {
    try add(header, expecting: size) { put in
      for start in stride(from: 0, to: bytes.count, by: count) {
        try put(Array(bytes[start..<min(start + count, bytes.count)]))
      }
    }
  }
}
