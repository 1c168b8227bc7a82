import SystemCalls
import TestSupport
import Testing
import VaultFormat

@testable import Archives

@Suite("Zip files that are written")
struct ZipWriterTests {
  /// Prints the name, the mode and the bytes of each entry in hexadecimal digits, after checking all of them.
  private static let python = """
    import sys, zipfile
    archive = zipfile.ZipFile(sys.argv[1])
    assert archive.testzip() is None
    for entry in archive.infolist():
        print(entry.filename.encode().hex(), oct(entry.external_attr >> 16), archive.read(entry).hex())
    """

  @Test("unzip, Python and libarchive read what was written, names and bytes of any kind")
  func otherReaders() throws {
    try withSeed { generator, _ in
      var files: [String: [UInt8]] = [
        "empty": [], "Größe/日本 📷.md": Array("text".utf8), "a b\\c": [0, 255],
        String(repeating: "n", count: 250): generator.bytes(count: 200_000),
        "text": Array(String(repeating: "Moin. ", count: 40_000).utf8),
      ]
      for number in 0..<20 {
        let count = Int.random(in: 0...5_000, using: &generator)
        files["folder/\(number)"] = generator.bytes(count: count)
      }
      let time = FileTime(seconds: 1_795_194_191, nanoseconds: 5)
      let zip = try ZipFile { writer in
        try writer.add(ZipHeader(Array("folder/".utf8), modified: time, permissions: 0o755), [])
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
          let header = ZipHeader(
            Array(name.utf8), isDeflated: Bool.random(using: &generator), modified: time)
          let size = Int.random(in: 1...100_000, using: &generator)
          try writer.add(header, expecting: Int64(bytes.count), bytes, in: size)
        }
      }
      #expect(try zip.run("unzip", "-tq").status == 0)
      let listed = try zip.run("bsdtar", "-tf").stdoutText.split(separator: "\n")
      #expect(listed.count == files.count + 1)
      let output = try zip.run("python3", "-c", Self.python)
      #expect(output.status == 0, "\(output.stderrText)")
      let expected = files.map { name, bytes in "\(Array(name.utf8).hex) 0o100644 \(bytes.hex)" }
      let lines = output.stdoutText.split(separator: "\n")
      #expect(Set(lines.dropFirst().map(String.init)) == Set(expected))
      #expect(lines.first == "\(Array("folder/".utf8).hex) 0o40755 ")
      let times = try zip.run("unzip", "-Z", "-T").stdoutText
      #expect(times.contains("20261120.170311"))
      for (name, bytes) in try zip.contents() where !bytes.isEmpty {
        #expect(files[String(decoding: name, as: UTF8.self)] == bytes)
      }
    }
  }

  @Test("an archive of an EPUB begins with its type, and depends on nothing but its content")
  func epub() throws {
    func make() throws -> ZipFile {
      try ZipFile { writer in
        try writer.add(ZipHeader("mimetype"), Array("application/epub+zip".utf8))
        try writer.add(ZipHeader("OEBPS/page.xhtml", isDeflated: true), Array("<html/>".utf8))
      }
    }
    let bytes = try make().bytes
    #expect(Array(bytes[30..<58]) == Array("mimetypeapplication/epub+zip".utf8))
    // No flags, no extra field.
    #expect(bytes[6...7] == [0, 0] && bytes[28...29] == [0, 0])
    #expect(try make().bytes == bytes)
  }

  @Test("behind 4 GiB, and where a file of 4 GiB was announced, numbers have 64 bits")
  func zip64() throws {
    let zip = try ZipFile(startingAt: 5 << 30) { writer in
      try writer.add(ZipHeader("before"), [1])
      try writer.add(ZipHeader("large"), expecting: 6 << 30, [1, 2, 3], in: 2)
      try writer.add(
        ZipHeader("deflated", isDeflated: true), expecting: 6 << 30, [4, 5], in: 1)
    }
    #expect(try zip.contents().values.sorted { $0.count < $1.count } == [[1], [4, 5], [1, 2, 3]])
    #expect(try zip.run("unzip", "-tq").status == 0)
    #expect(try zip.run("python3", "-m", "zipfile", "-t").status == 0)
    #expect(try zip.run("bsdtar", "-xOf").stdout == [1, 1, 2, 3, 4, 5])
  }

  @Test("more entries than sixteen bits can count")
  func manyEntries() throws {
    let zip = try ZipFile { writer in
      for number in 0..<70_000 { try writer.add(ZipHeader("\(number)"), []) }
    }
    #expect(try zip.reader().entries.count == 70_000)
    #expect(try zip.run("unzip", "-tqq").status == 0)
    let output = try zip.run(
      "python3", "-c", "import sys, zipfile; print(len(zipfile.ZipFile(sys.argv[1]).namelist()))")
    #expect(output.stdoutText == "70000\n")
  }

  @Test("what failed while it was added is not there, whether it was short or long")
  func takenBack() throws {
    struct Failure: Error {}
    for count in [10, 300_000] {
      let zip = try ZipFile { writer in
        try writer.add(ZipHeader("first"), [1])
        #expect(throws: Failure.self) {
          try writer.add(ZipHeader("failing"), expecting: 0) { put in
            try put([UInt8](repeating: 7, count: count))
            throw Failure()
          }
        }
        try writer.add(ZipHeader("last"), [2])
      }
      #expect(try zip.contents() == [Array("first".utf8): [1], Array("last".utf8): [2]])
      #expect(try zip.bytes.count < 300)
    }
  }
}
