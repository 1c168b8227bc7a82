import TestSupport
import Testing

@testable import SystemCalls

@Suite("Memory that is reused to read files")
struct ScanBufferTests {
  /// What `body` of a read was called with, and whether that was the whole file.
  private struct Part: Equatable {
    var bytes: [UInt8]
    var isWhole: Bool
  }

  private static func parts(
    of name: String, in folder: TemporaryFolder, _ buffer: ScanBuffer, first: Int?,
    _ verdict: ScanBuffer.Verdict = .needsRest, whileReading act: () throws -> Void = {}
  ) throws -> [Part] {
    var parts: [Part] = []
    var failure: (any Error)?
    let opened = try FileDescriptor(openingFolder: folder.path)
    try (Array(name.utf8) + [0]).withUnsafeBufferPointer { name in
      guard let name = name.baseAddress else { return }
      try buffer.read(name, in: opened, first: first) { bytes, isWhole in
        parts.append(Part(bytes: Array(bytes), isWhole: isWhole))
        if !isWhole { do { try act() } catch { failure = error } }
        return verdict
      }
    }
    if let failure { throw failure }
    return parts
  }

  @Test("files of any size, one after the other, are read whole")
  func sizes() throws {
    try withSeed { generator, _ in
      let folder = try TemporaryFolder(inMemory: true)
      let buffer = ScanBuffer(sizeLimit: 1 << 23)
      var sizes = [1 << 12, 1 << 18, 1 << 19, 1 << 20].flatMap { [$0 - 1, $0, $0 + 1] }
      sizes += [0, 1, 3_000_000, 1 << 23] + (0..<20).map { _ in .random(in: 0..<(1 << 21)) }
      for size in sizes.shuffled(using: &generator) {
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ size) }
        try folder.write(content, to: "file")
        for first in [nil, 4096] {
          let parts = try Self.parts(of: "file", in: folder, buffer, first: first)
          #expect(parts.last?.isWhole == true && parts.last?.bytes == content, "\(size) bytes")
          #expect(parts.count <= 2 && parts.dropLast().allSatisfy { !$0.isWhole })
        }
        let beginning = try Self.parts(of: "file", in: folder, buffer, first: 4096, .enough)
        #expect(beginning.map(\.bytes) == [Array(content.prefix(4096))])
      }
    }
  }

  @Test("a file that grows or shrinks while it is read")
  func changes() throws {
    let folder = try TemporaryFolder(inMemory: true)
    for (before, after) in [(5000, 3_000_000), (300_000, 300_001), (3_000_000, 0)] {
      let buffer = ScanBuffer(sizeLimit: 1 << 23)
      try folder.write([UInt8](repeating: 1, count: before), to: "file")
      let parts = try Self.parts(of: "file", in: folder, buffer, first: 4096) {
        try folder.write([UInt8](repeating: 1, count: after), to: "file")
      }
      #expect(parts.map(\.isWhole) == [false, true])
      #expect(parts.last?.bytes.count == max(after, 4096))
    }
  }

  @Test("a file above the limit is an error, one of just that size is not")
  func limit() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let limit = 300_000
    for size in [limit, limit + 1, 2_000_000] {
      let buffer = ScanBuffer(sizeLimit: limit)
      try folder.write([UInt8](repeating: 1, count: size), to: "file")
      func read() throws -> Int? {
        try Self.parts(of: "file", in: folder, buffer, first: nil).last?.bytes.count
      }
      if size <= limit {
        #expect(try read() == size)
      } else {
        let error = #expect(throws: SystemError.self) { try read() }
        #expect(error?.isFull == true)
      }
    }
  }
}
