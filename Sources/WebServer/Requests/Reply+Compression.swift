internal import CZlib
internal import HTTPTypes
internal import SystemCalls

extension Reply {
  /// The least bytes that are compressed; what is smaller is sent as it is.
  private static let leastSize = 1 << 10
  /// The most bytes that are compressed; more would keep a thread for too long.
  private static let mostSize = 4 << 20

  /// The reply in gzip (RFC 1952), if it is text and the client takes it.
  ///
  /// Not for a request that a page of another site has caused: with words of its own in the answer, and a look at the length of
  /// what is sent, that site could find out what else is in it (BREACH, 2013). Nor with a strong tag, which is that of the
  /// bytes as they are.
  package func compressed(for request: WebRequest) -> Reply {
    guard case .bytes(let bytes) = body, headers[.eTag]?.hasPrefix("W/") ?? true,
      status == .notModified || Self.leastSize...Self.mostSize ~= bytes.count && isText
    else { return self }
    var reply = self
    reply.headers[.vary] = [headers[.vary], "Accept-Encoding"].compactMap(\.self)
      .joined(separator: ", ")
    // It says again what the answer with a body has said, which a cache replaces by it (RFC 9110, 15.4.5).
    if status == .notModified { return reply }
    let sender = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
    guard request.takesGzip, sender == nil || sender == "same-origin" || sender == "none",
      let made = (compressedForm ?? LazyValue()).value({ Self.gzip(bytes) })
    else { return reply }
    reply.headers[.contentEncoding] = "gzip"
    reply.body = .bytes(made)
    return reply
  }

  private var isText: Bool {
    let type = headers[.contentType]?.prefix { $0 != ";" } ?? ""
    return type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("xml")
  }

  /// Nil without memory.
  private static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard tl_gzip_init(&stream) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    return bytes.withUnsafeBufferPointer { input in
      let most = Int(deflateBound(&stream, uLong(input.count)))
      // zlib reads through the pointer and never writes.
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = uInt(input.count)
      var isWhole = false
      let made = [UInt8](unsafeUninitializedCapacity: most) { output, count in
        stream.next_out = output.baseAddress
        stream.avail_out = uInt(most)
        isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
        count = most - Int(stream.avail_out)
      }
      return isWhole ? made : nil
    }
  }
}

extension WebRequest {
  /// Whether `Accept-Encoding` has gzip (RFC 9110, 12.5.3).
  fileprivate var takesGzip: Bool {
    headers[values: .acceptEncoding].flatMap { $0.split(separator: ",") }.contains { part in
      let words = part.lowercased().filter { $0 != " " }.split(separator: ";")
      guard words.first == "gzip" || words.first == "x-gzip" else { return false }
      return !words.dropFirst().contains {
        $0.hasPrefix("q=0") && !$0.contains { "123456789".contains($0) }
      }
    }
  }
}
