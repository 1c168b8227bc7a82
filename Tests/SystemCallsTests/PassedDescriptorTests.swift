import Foundation
import TestSupport
import Testing

@testable import SystemCalls

@Suite("Passing open files over a socket")
struct PassedDescriptorTests {
  @Test("the other side gets the bytes and the same file, closed on exec")
  func passed() throws {
    try withTemporaryFolder { folder in
      let path = try folder.write("content", to: "file")
      let pair = try SocketPair()
      let channel = SocketChannel(descriptor: pair.near, timeouts: SocketTimeouts(idle: 60_000))
      let file = try FileDescriptor(openingFile: path)
      try channel.write(Array("bytes".utf8), passing: file)
      let (bytes, passed) = try receive(pair.far)
      #expect(bytes == Array("bytes".utf8) && passed >= 0 && passed != file.rawValue)
      let received = FileDescriptor(takingOwnershipOf: passed)
      #expect(try received.status().isSameFile(as: file.status()))
      #if os(Linux)
        #expect(fcntl(passed, F_GETFD) & FD_CLOEXEC != 0)
      #endif
      #expect(try received.readChunk(100, at: 0) == Array("content".utf8))
      // Without a file.
      try channel.write(Array("more".utf8))
      let (more, none) = try receive(pair.far)
      #expect(more == Array("more".utf8) && none == -1)
      pair.closeFar()
      #expect(throws: SocketFailure.closed) { try channel.write([1], passing: file) }
    }
  }

  private func receive(_ socket: Int32) throws -> (bytes: [UInt8], file: Int32) {
    var buffer = [UInt8](repeating: 0, count: 100)
    let (count, file) = buffer.withUnsafeMutableBytes {
      PassedDescriptor.receive(into: $0, from: socket)
    }
    try #require(count >= 0)
    return (Array(buffer[..<count]), file)
  }
}
