import HTTPTypes
import SystemCalls
import TestSupport
import Testing

@testable import WebServer

/// Requests that name two hosts (RFC 9112, 3.2).
@Suite("Whom a request is for")
struct HostTests {
  private static let site = TestSite { request in
    Reply(.ok, "text/plain", body: .bytes(Array("host \(request.host ?? "-")".utf8)))
  }

  @Test(
    "a request for two hosts is refused, and the next one is answered",
    arguments: [
      ("GET / HTTP/1.1\r\nHost: a\r\n", 200), ("GET / HTTP/1.1\r\nhost: A:80\r\n", 200),
      ("GET http://a/ HTTP/1.1\r\nHost: A\r\n", 200),
      ("GET http://a:80/x?y=http://b HTTP/1.1\r\nHost: a:80\r\n", 200),
      ("GET /http://b/ HTTP/1.1\r\nHost: a\r\n", 200),
      ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nX: y\r\nHOST: a\r\n", 400),
      ("GET / HTTP/1.1\r\nHost:\r\n", 400), ("GET http://b/ HTTP/1.1\r\nHost: a\r\n", 400),
      ("GET http://b HTTP/1.1\r\nHost: a\r\n", 400),
      ("GET http://a@b/ HTTP/1.1\r\nHost: a\r\n", 400),
    ])
  func hosts(_ head: String, _ status: Int) async throws {
    try await RunningSite.run(Self.site) { server in
      let connection = try RawConnection(to: server.port)
      await connection.send("\(head)\r\n")
      await connection.send("GET / HTTP/1.1\r\nHost: next\r\nConnection: close\r\n\r\n")
      let answers = await connection.receive()
      #expect(answers.hasPrefix("HTTP/1.1 \(status) "), "\(answers)")
      #expect(answers.hasSuffix("host next"), "\(answers)")
    }
  }
}

@Suite("Compressed replies")
struct CompressionTests {
  private static func site(_ type: String, _ size: Int, tag: String? = nil) -> TestSite {
    TestSite { request in
      var reply = Reply(.ok, type, body: .bytes(Array(repeating: 0x61, count: size)))
      reply.headers[.eTag] = tag
      return reply.compressed(for: request)
    }
  }

  private static func answer(
    _ site: TestSite, _ method: String, _ fields: String
  ) async throws -> String {
    let answer = Lines()
    try await RunningSite.run(site) { server in
      let connection = try RawConnection(to: server.port)
      await connection.send("\(method) / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(fields)\r\n")
      answer.add(await connection.receive().lowercased())
    }
    return answer.all.first ?? ""
  }

  @Test(
    "text of some size is compressed where the client takes it",
    arguments: [
      ("Accept-Encoding: br, gzip;q=0.5\r\n", true), ("Accept-Encoding: GZIP\r\n", true),
      ("Accept-Encoding: gzip;q=0\r\n", false), ("Accept-Encoding: gzip;q=0.000\r\n", false),
      ("Accept-Encoding: br\r\n", false), ("", false),
      ("Accept-Encoding: gzip\r\nSec-Fetch-Site: same-origin\r\n", true),
      ("Accept-Encoding: gzip\r\nSec-Fetch-Site: none\r\n", true),
      ("Accept-Encoding: gzip\r\nSec-Fetch-Site: cross-site\r\n", false),
      ("Accept-Encoding: gzip\r\nSec-Fetch-Site: same-site\r\n", false),
    ])
  func takes(_ fields: String, _ isCompressed: Bool) async throws {
    for method in ["GET", "HEAD"] {
      let answer = try await Self.answer(
        Self.site("text/html; charset=utf-8", 5000), method, fields)
      #expect(answer.contains("content-encoding: gzip\r\n") == isCompressed, "\(fields)")
      #expect(answer.contains("content-length: 5000\r\n") != isCompressed)
      #expect(answer.contains("vary: accept-encoding\r\n"))
    }
  }

  @Test("pictures, small replies and those with a strong tag are not")
  func others() async throws {
    let sites = [
      Self.site("image/png", 5000), Self.site("text/html", 1000),
      Self.site("application/json", 5000, tag: "\"a\""),
    ]
    for site in sites {
      let answer = try await Self.answer(site, "GET", "Accept-Encoding: gzip\r\n")
      #expect(!answer.contains("content-encoding"))
    }
    let weak = Self.site("application/json", 5000, tag: "W/\"a\"")
    #expect(try await Self.answer(weak, "GET", "Accept-Encoding: gzip\r\n").contains(": gzip\r\n"))
  }

  @Test(
    "a 304 varies as what it stands for; what is kept is compressed once", arguments: [true, false])
  func kept(_ isWeak: Bool) async throws {
    let site = TestSite { request in
      var reply = Reply(.notModified, nil, body: .bytes([]))
      reply.headers[.eTag] = isWeak ? "W/\"a\"" : "\"a\""
      return reply.compressed(for: request)
    }
    let answer = try await Self.answer(site, "GET", "Accept-Encoding: gzip\r\n")
    #expect(answer.contains("vary: accept-encoding\r\n") == isWeak)
    #expect(!answer.contains("content-encoding"))
    let form = LazyValue<[UInt8]?>()
    #expect(form.value { [1, 2, 3] } == [1, 2, 3])
    let whole = TestSite { request in
      var reply = Reply(.ok, "text/css", body: .bytes(Array(repeating: 0x61, count: 5000)))
      reply.compressedForm = form
      return reply.compressed(for: request)
    }
    let short = try await Self.answer(whole, "GET", "Accept-Encoding: gzip\r\n")
    #expect(short.contains("content-length: 3\r\n"))
    #expect(try await Self.answer(whole, "GET", "").contains("content-length: 5000\r\n"))
  }
}
