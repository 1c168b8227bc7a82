import Foundation
import SystemCalls
import TestSupport
import Testing

@testable import Media

@Suite("Bytes within a budget")
struct ByteSourceTests {
  @Test("what lies outside of the bytes is nil, whatever the numbers")
  func bounds() {
    let source = ByteSource([1, 2, 3, 4])
    #expect(source.read(1, 3) == [2, 3, 4])
    #expect(source.read(4, 0) == [])
    for (offset, count) in [
      (0, 5), (4, 1), (-1, 1), (.max, 1), (.min, 1), (1, .max), (0, -1), (.max, .max), (5, 0),
    ] as [(Int64, Int)] {
      #expect(source.read(offset, count) == nil, "\(offset) \(count)")
    }
    let part = source.all.slice(1, 2)
    #expect(part?.bytes(0, 2) == [2, 3])
    #expect(part?.bytes(0, 3) == nil)
    #expect(part?.bytes(-1, 1) == nil)
    #expect(part?.slice(1, 2) == nil)
    #expect(part?.slice(1, upTo: .max)?.count == 1)
    #expect(part?.slice(3, upTo: 1) == nil)
    #expect(part?.slice(.max, .max) == nil)
  }

  @Test("a file gives the same as an array, in few reads of few bytes")
  func files() throws {
    try withTemporaryFolder { folder in
      let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let path = try folder.write(bytes, to: "file")
      let source = try ByteSource(FileDescriptor(openingFile: path), budget: 10_000)
      #expect(source.size == 100_000)
      for offset in stride(from: Int64(0), to: 400, by: 4) {
        #expect(source.read(offset, 4) == Array(bytes[Int(offset)..<Int(offset) + 4]))
      }
      #expect(source.budget == 10_000 - 512)
      #expect(source.read(99_990, 10) == Array(bytes[99_990...]))
      #expect(source.read(50_000, 9000) == Array(bytes[50_000..<59_000]))
      #expect(source.read(10_000, 1000) == nil, "more than is left")
      #expect(source.budget == 10_000 - 512 - 10 - 9000)
    }
  }

  @Test("a film of 4 GB costs a few reads")
  func largeFilm() throws {
    try withTemporaryFolder { folder in
      // A file with a hole, so that it takes no place.
      let head = FileBuilder.fileType("isom") + UInt32(1).bigEndianBytes + FourCC("mdat").bytes
      let path = try folder.write(head + UInt64(4 << 30).bigEndianBytes, to: "film.mp4")
      let end = head.count - 8 + 4 << 30
      let movie = FileBuilder.box(
        "moov", FileBuilder.movieHeader(units: 7_200_000),
        FileBuilder.track("vide", width: 1920, height: 1080))
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.seek(toOffset: UInt64(end))
      try handle.write(contentsOf: Data(movie))
      try handle.close()
      let source = try ByteSource(FileDescriptor(openingFile: path), budget: 16_384)
      let facts = MediaFacts(of: source)
      #expect(facts.duration == 7_200_000)
      #expect(facts.size == PictureSize(width: 1920, height: 1080))
      #expect(source.budget > 0)
    }
  }

  @Test("a file that became shorter gives nil")
  func shrunk() throws {
    try withTemporaryFolder { folder in
      let path = try folder.write(Array(repeating: 1, count: 2000), to: "file")
      let source = try ByteSource(FileDescriptor(openingFile: path))
      #expect(truncate(path, 10) == 0)
      #expect(source.read(1000, 200) == nil)
      #expect(source.read(0, 4) == nil)
    }
  }

  @Test("reads end even where they cost nothing")
  func endless() {
    let source = ByteSource([1], budget: 10)
    var count = 0
    while count < 200_000, source.read(0, 1) != nil { count += 1 }
    #expect(count < 100_000)
  }
}
