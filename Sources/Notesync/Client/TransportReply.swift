/// An answer; the body of a 200 was passed to the caller's handler.
package struct TransportReply: Sendable {
  package var status: Int
  /// By names in lower case; the first of repeated ones.
  package var headers: [String: String] = [:]
  /// The first `errorLimit` bytes of the body for any status except 200.
  package var body: [UInt8] = []

  /// The maximum read of an error's body, which may repeat the request.
  package static let errorLimit = 64 << 10
}
