import Foundation
import TestSupport

@testable import Git
@testable import VaultSync

/// git's `http-backend` behind a small server on a port of this machine's own address.
///
/// One connection after the other, one request each.
final class HTTPServer: Sendable {
  /// What was asked of it.
  struct Request: Sendable {
    var method: String
    var path: String
    var query: String
    /// With lower-case names.
    var headers: [String: String]
    var body: [UInt8]
  }

  private let seen = RequestLog()
  private let listener: Listener
  var port: UInt16 { listener.port }

  /// - Parameters:
  ///   - folder: with the repositories.
  ///   - password: `name:password`; nil: everybody may do everything.
  ///   - redirect: where every request is sent on to.
  init(_ folder: String, password: String? = nil, redirect: String? = nil) throws {
    listener = try Listener { [seen] connection in
      defer { close(connection) }
      guard let request = HTTPConnection(descriptor: connection).request() else { return }
      seen.add(request)
      let response = Self.response(to: request, folder, password, redirect)
      HTTPConnection(descriptor: connection).write(response)
    }
  }

  var requests: [Request] { seen.all }

  /// How often somebody gave a name and a password.
  var logins: Int { requests.count { $0.headers["authorization"] != nil } }

  func address(_ name: String) -> String { "http://127.0.0.1:\(port)/\(name)" }

  private static func response(
    to request: Request, _ folder: String, _ password: String?, _ redirect: String?
  ) -> [UInt8] {
    if let redirect {
      let place = "\(redirect)\(request.path)?\(request.query)"
      return Array("HTTP/1.1 302 Found\r\nLocation: \(place)\(lastLines)".utf8)
    }
    if let password {
      let right = "Basic " + Data(password.utf8).base64EncodedString()
      guard request.headers["authorization"] == right else {
        let challenge = "WWW-Authenticate: Basic realm=\"tests\""
        return Array("HTTP/1.1 401 Unauthorized\r\n\(challenge)\(lastLines)".utf8)
      }
    }
    return backend(request, folder)
  }

  private static let lastLines = "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

  private static func backend(_ request: Request, _ folder: String) -> [UInt8] {
    var environment = GitProgram.settings
    environment["GIT_PROJECT_ROOT"] = folder
    environment["GIT_HTTP_EXPORT_ALL"] = "1"
    environment["REMOTE_USER"] = "ada"
    environment["REMOTE_ADDR"] = "127.0.0.1"
    environment["PATH_INFO"] = request.path
    environment["QUERY_STRING"] = request.query
    environment["REQUEST_METHOD"] = request.method
    environment["CONTENT_TYPE"] = request.headers["content-type"]
    environment["HTTP_CONTENT_ENCODING"] = request.headers["content-encoding"]
    environment["GIT_PROTOCOL"] = request.headers["git-protocol"]
    environment["CONTENT_LENGTH"] = String(request.body.count)
    let output = try? runProgram(
      "/usr/bin/env", ["git", "http-backend"], in: folder, stdin: request.body,
      environment: environment)
    guard let bytes = output?.stdout, let end = HTTPConnection.endOfHead(bytes) else {
      return Array("HTTP/1.1 500 Broken\(lastLines)".utf8)
    }
    let head = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    let status = head.first { $0.hasPrefix("Status: ") }?.dropFirst(8) ?? "200 OK"
    let others = head.filter { !$0.hasPrefix("Status: ") }
    let body = bytes[end...]
    let lines =
      ["HTTP/1.1 \(status)"] + others.map(String.init)
      + ["Content-Length: \(body.count)", "Connection: close", "", ""]
    return Array(lines.joined(separator: "\r\n").utf8) + body
  }
}

private final class RequestLog: @unchecked Sendable {
  private let lock = NSLock()
  private var requests: [HTTPServer.Request] = []

  func add(_ request: HTTPServer.Request) {
    lock.withLock { requests.append(request) }
  }

  var all: [HTTPServer.Request] { lock.withLock { requests } }
}

/// One request and its answer.
struct HTTPConnection {
  let descriptor: Int32

  /// Nil where the other side goes before it has said all.
  func request() -> HTTPServer.Request? {
    var bytes: [UInt8] = []
    while Self.endOfHead(bytes) == nil {
      guard let more = read() else { return nil }
      bytes += more
    }
    guard let end = Self.endOfHead(bytes) else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      headers[line[..<colon].lowercased()] = value
    }
    if headers["expect"] != nil { write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
    guard let body = body(Array(bytes[end...]), headers) else { return nil }
    let target = words[1].split(separator: "?", maxSplits: 1)
    return HTTPServer.Request(
      method: String(words[0]), path: target[0].removingPercentEncoding ?? "",
      query: target.count > 1 ? String(target[1]) : "", headers: headers, body: body)
  }

  private func body(_ start: [UInt8], _ headers: [String: String]) -> [UInt8]? {
    var rest = start
    if headers["transfer-encoding"] == "chunked" {
      var body: [UInt8] = []
      while true {
        while !rest.contains(0x0A) {
          guard let more = read() else { return nil }
          rest += more
        }
        let line = String(decoding: rest.prefix { $0 != 0x0A }, as: UTF8.self)
        guard let size = Int(line.trimmingCharacters(in: .whitespacesAndNewlines), radix: 16) else {
          return nil
        }
        rest.removeFirst(line.utf8.count + 1)
        while rest.count < size + 2 {
          guard let more = read() else { return nil }
          rest += more
        }
        if size == 0 { return body }
        body += rest[..<size]
        rest.removeFirst(size + 2)
      }
    }
    let size = headers["content-length"].flatMap { Int($0) } ?? 0
    while rest.count < size {
      guard let more = read() else { return nil }
      rest += more
    }
    return rest
  }

  /// Behind the empty line.
  static func endOfHead(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    return (4...bytes.count).first { bytes[($0 - 4)..<$0] == [13, 10, 13, 10] }
  }

  private func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Darwin)
        let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) }
      #else
        let count = rest.withUnsafeBytes {
          send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
      #endif
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
    // The other side reads to the end before the line goes down.
    shutdown(descriptor, Int32(SHUT_WR))
    while read() != nil {}
  }
}
