import Foundation
import Synchronization
import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Listens on a port of this machine, and gives each connection the next of its answers, byte by byte as they are.
final class SocketServer: Sendable {
  struct Answer: Sendable {
    /// How many bytes of the request to read before answering; nil: the whole of it.
    var readsOnly: Int?
    var bytes: [UInt8]
    /// The next answer is for the next request on the same connection.
    var keeps: Bool

    init(_ text: String, readsOnly: Int? = nil, keeps: Bool = false) {
      bytes = Array(text.utf8)
      self.readsOnly = readsOnly
      self.keeps = keeps
    }

    static func ok(_ body: String) -> Answer {
      Answer(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
          + "Connection: close\r\n\r\n\(body)")
    }
  }

  let port: Int
  private let listener: Int32
  private let answers: Mutex<[Answer]>
  private let heard = Mutex<[[UInt8]]>([])
  private let counts = Mutex((connections: 0, bytes: 0))

  init(_ answers: [Answer]) throws {
    self.answers = Mutex(answers)
    (listener, port) = try listenOnLoopback()
    Thread.detachNewThread { [self] in accept() }
  }

  /// What came, one for each connection that was read.
  var requests: [String] { heard.withLock { $0.map { String(decoding: $0, as: UTF8.self) } } }

  var connectionCount: Int { counts.withLock { $0.connections } }
  /// What the system has taken of the answers.
  var sentCount: Int { counts.withLock { $0.bytes } }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    #if canImport(Darwin)
      close(listener)
    #endif
  }

  private func accept() {
    while true {
      #if canImport(Glibc)
        let connection = Glibc.accept(listener, nil, nil)
      #else
        let connection = Darwin.accept(listener, nil, nil)
      #endif
      guard connection >= 0 else {
        #if canImport(Glibc)
          // Not before: another server could get the number while this thread still accepts with it.
          close(listener)
        #endif
        return
      }
      counts.withLock { $0.connections += 1 }
      var keeps = true
      while keeps {
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() } ?? Answer("")
        serve(connection, answer)
        keeps = answer.keeps
      }
      close(connection)
    }
  }

  private func serve(_ connection: Int32, _ answer: Answer) {
    var request: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while answer.readsOnly.map({ request.count < $0 }) ?? !Self.isWhole(request) {
      let count = recv(connection, &piece, piece.count, 0)
      if count <= 0 { break }
      request += piece.prefix(count)
    }
    heard.withLock { $0.append(request) }
    var rest = answer.bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      counts.withLock { $0.bytes += count }
      rest = rest.dropFirst(count)
    }
    if answer.keeps { return }
    shutdown(connection, Int32(SHUT_WR))
    // Closing with bytes unread would take the answer away from the other side.
    while answer.readsOnly != nil, recv(connection, &piece, piece.count, 0) > 0 {}
  }

  private static func isWhole(_ request: [UInt8]) -> Bool {
    let text = String(decoding: request, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return false }
    let head = text[..<end.lowerBound].lowercased()
    guard let field = head.range(of: "content-length: ") else { return true }
    let length = Int(head[field.upperBound...].prefix { $0.isNumber }) ?? 0
    return text[end.upperBound...].utf8.count >= length
  }
}
