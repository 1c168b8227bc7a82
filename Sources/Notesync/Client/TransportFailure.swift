/// Why there is no answer, or no whole one.
package enum TransportFailure: Error, Hashable, Sendable {
  /// Nothing was sent.
  case unreachable(String)
  /// Something may have arrived.
  case interrupted(String)
  case clearText(server: String)
  /// Nothing was sent: the value of this header holds a control character.
  case unusableHeader(String)
}
