import SystemCalls
import TestSupport
import Testing

@testable import Archives

@Suite("Zip files of strangers")
struct ZipReaderTests {
  private func refusal(_ zip: ZipFile) -> ArchiveError.Reason? {
    do {
      _ = try zip.contents()
      return nil
    } catch {
      return (error as? ArchiveError)?.reason
    }
  }

  /// Two files, the second compressed, with some bytes of the directory's entry of one of them replaced.
  ///
  /// - Parameters:
  ///   - offset: within the entry.
  ///   - isLocal: whether the header before its bytes is changed instead.
  private func changed(
    _ bytes: [UInt8], at offset: Int, of entry: Int = 1, isLocal: Bool = false
  ) throws -> ZipFile {
    var all = try ZipFile { writer in
      try writer.add(ZipHeader("one"), Array("first".utf8))
      try writer.add(
        ZipHeader("two", isDeflated: true), Array(String(repeating: "second", count: 99).utf8))
    }.bytes
    let signature: [UInt8] = [0x50, 0x4B] + (isLocal ? [3, 4] : [1, 2])
    let places = all.indices.dropLast(3).filter { Array(all[$0..<$0 + 4]) == signature }
    let start = places[entry] + offset
    all.replaceSubrange(start..<start + bytes.count, with: bytes)
    return try ZipFile(all)
  }

  @Test("what archives must not hold is refused by its name or its directory")
  func refused() throws {
    for name in ["../a", "/a", "a/../b", "a//b", ".", "a/.", "a\0b", "/"] {
      let zip = try ZipFile { try $0.add(ZipHeader(name), []) }
      #expect(refusal(zip) == .invalidName, "\(name)")
    }
    let twice = try ZipFile { for _ in 0..<2 { try $0.add(ZipHeader("a"), []) } }
    #expect(refusal(twice) == .duplicate)
    let fileAndFolder = try ZipFile { for name in ["a", "a/"] { try $0.add(ZipHeader(name), []) } }
    #expect(refusal(fileAndFolder) == .duplicate)
  }

  @Test(
    "an entry that lies is refused",
    arguments: [
      // A link; a compression of another kind; an encrypted one.
      (41, [0xA1], .special), (10, [12, 0], .unsupported), (8, [1, 0], .unsupported),
      // A bomb; fewer bytes than there are; another checksum.
      (24, [255, 255, 255, 127], .inconsistent), (24, [1, 0], .damaged), (16, [1, 2, 3], .damaged),
      // The place of the first entry; one behind the directory; a name that goes on behind it.
      (42, [0, 0], .inconsistent), (42, [255, 255], .inconsistent), (28, [255, 3], .inconsistent),
      // More bytes than there are up to the directory.
      (20, [255, 255], .inconsistent),
    ] as [(Int, [UInt8], ArchiveError.Reason)])
  func lies(offset: Int, bytes: [UInt8], reason: ArchiveError.Reason) throws {
    #expect(refusal(try changed(bytes, at: offset)) == reason)
  }

  @Test("the header before the bytes has to say the same")
  func localHeaders() throws {
    for (offset, bytes) in [(0, [0]), (8, [0]), (26, [9]), (28, [255, 255]), (30, [0x7A])]
      as [(Int, [UInt8])]
    {
      let zip = try changed(bytes, at: offset, isLocal: true)
      #expect(refusal(zip) == .inconsistent, "\(offset)")
    }
  }

  @Test("a file that was cut off anywhere is no archive")
  func cutOff() throws {
    let bytes = try changed([], at: 0).bytes
    for count in 0..<bytes.count {
      #expect(refusal(try ZipFile(Array(bytes.prefix(count)))) != nil, "\(count)")
    }
    #expect(refusal(try ZipFile([])) == .noDirectory)
  }

  @Test("any changed byte is noticed, or changes nothing that is read")
  func changedBytes() throws {
    let whole = try changed([], at: 0)
    let (bytes, contents) = (try whole.bytes, try whole.contents())
    for index in bytes.indices {
      var copy = bytes
      copy[index] ^= 0x55
      let zip = try ZipFile(copy)
      guard let read = try? zip.contents() else { continue }
      // The names stand in both headers, and bytes have a checksum.
      #expect(read == contents, "\(index)")
    }
  }

  @Test("archives of other programs are read")
  func otherWriters() throws {
    let folder = try TemporaryFolder([
      "a.txt": String(repeating: "text ", count: 9_000), "b/ü.txt": "short", "c": "",
    ])
    let python = """
      import zipfile
      with zipfile.ZipFile("archive.zip", "w", zipfile.ZIP_DEFLATED) as archive:
          for name in ["a.txt", "b/ü.txt", "c"]:
              archive.write(name)
          with archive.open("streamed", "w", force_zip64=True) as file:
              file.write(b"streamed")
      """
    let output = try runProgram(
      "/usr/bin/env", ["python3", "-c", python], in: folder.path,
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
    #expect(output.status == 0, "\(output.stderrText)")
    let contents = try ZipFile(folder.read("archive.zip")).contents()
    #expect(contents.count == 4)
    for name in ["a.txt", "b/ü.txt", "c"] {
      #expect(contents[Array(name.utf8)] == (try folder.read(name)))
    }
    #expect(contents[Array("streamed".utf8)] == Array("streamed".utf8))
  }
}
