/// Why a connection failed.
package enum ConnectFailure: Error, Hashable {
  /// The resolver's message.
  case unknownHost(String)
  case socket(SocketFailure)
}
