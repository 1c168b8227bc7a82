import HTTPTypes
import SystemCalls
import TestSupport
import Testing
import WebServer

@Suite("Requests as sites see them")
struct WebRequestTests {
  @Test("method, path, query, host, cookies and address are those that were sent")
  func parts() async throws {
    let site = TestSite { request in
      let parts = [
        request.method, "\(request.isHead)", request.path, request.queryText,
        request.query["q"] ?? "nil", request.host ?? "nil", request.cookie("b") ?? "nil",
        request.cookie("c") ?? "nil", request.mediaType ?? "nil", request.address,
      ]
      var reply = Reply(.ok, "text/plain", body: .bytes([]))
      reply.headers[.location] = parts.joined(separator: "|")
      return reply
    }
    try await RunningSite.run(site) { site in
      for (method, known) in [("GET", "GET|false"), ("HEAD", "GET|true")] {
        let connection = try RawConnection(to: site.port)
        let answer = await connection.ask(
          "\(method) /a%20b?q=x+%C3%A9&r=2 HTTP/1.1\r\nHost: name:80\r\nCookie: a=1; b=2=3; b=4\r\n"
            + "Content-Type: Text/HTML; charset=x\r\nConnection: close\r\n\r\n")
        let wanted = "\(known)|/a%20b|q=x+%C3%A9&r=2|x é|name:80|2=3|nil|text/html|127.0.0.1"
        #expect(
          answer.contains("\r\nlocation: \(wanted)\r\n")
            || answer.contains("\r\nLocation: \(wanted)\r\n"))
      }
      #expect(site.lines.all.first?.hasPrefix("GET /a%20b: 200, ") == true)
      #expect(site.lines.all.dropFirst().first?.hasPrefix("HEAD /a%20b: 200, ") == true)
    }
  }

  @Test("a body that is no body is refused, and a site can read one piece by piece")
  func bodies() async throws {
    let site = TestSite { request in
      do {
        var count = 0
        while let piece = try await request.body.next() { count += piece.count }
        return Reply(.ok, "text/plain", body: .bytes(Array("\(count)".utf8)))
      } catch let error as HTTPErrorReply {
        return error.reply
      } catch {
        return .plain(.internalServerError)
      }
    }
    try await RunningSite.run(site) { site in
      let chunked =
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
      for (body, status, text) in [
        ("5\r\nabcde\r\n2\r\nfg\r\n0\r\n\r\n", "200", "7"), ("zz\r\nabc\r\n", "400", ""),
      ] {
        let connection = try RawConnection(to: site.port)
        let answer = await connection.ask(chunked + body)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        if !text.isEmpty { #expect(answer.afterHeaders == text) }
      }
    }
  }
}
