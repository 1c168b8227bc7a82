import TestSupport
import Testing

@testable import Page

@Suite("multipart/form-data")
struct MultipartScannerTests {
  private let type = "multipart/form-data; boundary=XyZ"

  @Test("fields and files are found, however the body is cut into pieces")
  func pieces() throws {
    try withSeed { generator, _ in
      for _ in 0..<200 {
        let contents: [[UInt8]] = [
          [], Array("text".utf8), Array("\r\n--Xy\r\n--XyY".utf8),
          generator.bytes(count: 200),
          Array("\r\n\r\n".utf8),
        ]
        let body = body(contents)
        var scanner = try #require(MultipartScanner(contentType: type))
        var (found, current): ([[UInt8]], [UInt8]?) = ([], nil)
        var rest = body[...]
        while !rest.isEmpty {
          let piece = rest.prefix(Int.random(in: 1...40, using: &generator))
          rest = rest.dropFirst(piece.count)
          for event in try scanner.feed(Array(piece)) {
            switch event {
            case .begin: current = []
            case .content(let bytes): current? += bytes
            case .end:
              found.append(current ?? [])
              current = nil
            }
          }
        }
        #expect(scanner.isComplete)
        #expect(found == contents)
      }
    }
  }

  @Test("names of fields and files are read, with the browsers' escapes")
  func names() throws {
    var scanner = try #require(MultipartScanner(contentType: type))
    let head = #"Content-Disposition: form-data; name="files"; filename="a;b%22c.jpg""#
    let events = try scanner.feed(Array("--XyZ\r\n\(head)\r\n\r\nx\r\n--XyZ--".utf8))
    #expect(events.first == .begin(.init(name: "files", fileName: "a;b\"c.jpg")))
  }

  @Test(
    "a body that is no form is malformed or incomplete",
    arguments: [
      "", "x", "--XyZ", "--XyZ\r\n\r\n\r\nx\r\n--XyZ--", "--XyZ\r\nA: b\r\n\r\nx\r\n--XyZ--",
      "--XyZx",
      "--XyZ\r\n" + String(repeating: "A", count: 20_000),
    ])
  func malformed(body: String) throws {
    var scanner = try #require(MultipartScanner(contentType: type))
    do {
      _ = try scanner.feed(Array(body.utf8))
      #expect(!scanner.isComplete)
    } catch is MultipartScanner.Malformed {}
  }

  @Test(
    "a type without a usable boundary is refused",
    arguments: [
      "", "text/plain", "multipart/form-data", "multipart/form-data; boundary=",
      "multipart/form-data; boundary=" + String(repeating: "x", count: 71),
    ])
  func types(type: String) {
    #expect(MultipartScanner(contentType: type) == nil)
  }

  private func body(_ contents: [[UInt8]]) -> [UInt8] {
    let parts = contents.enumerated().flatMap { index, content in
      Array("\r\n--XyZ\r\nContent-Disposition: form-data; name=\"f\(index)\"\r\n\r\n".utf8)
        + content
    }
    return Array(parts.dropFirst(2)) + Array("\r\n--XyZ--\r\n".utf8)
  }
}
