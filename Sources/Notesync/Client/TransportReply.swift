/// An answer; the body of a 200 went to whoever asked.
package struct TransportReply: Sendable {
  package var status: Int
  /// By names in lower case; of several the first.
  package var headers: [String: String] = [:]
  /// Of any other status: the beginning of the body, `errorLimit` bytes at most.
  package var body: [UInt8] = []

  /// What is read of the body of an error, which may hold all that was sent.
  package static let errorLimit = 64 << 10
}
