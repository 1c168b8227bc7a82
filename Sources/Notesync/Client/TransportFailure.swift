/// Why there is no complete answer.
package enum TransportFailure: Error, Hashable, Sendable {
  /// Nothing was sent.
  case unreachable(String)
  /// The request may have arrived.
  case interrupted(String)
  case clearText(server: String)
  /// Nothing was sent: the value of this header contains a control character.
  case unusableHeader(String)
}
