/// Why a connection over a socket ended.
package enum SocketFailure: Error, Hashable {
  /// Nothing could be read or written within the timeout.
  case timeout
  case cancelled
  /// The other side has closed it.
  case closed
  case system(SystemError)
}

/// Why a connection failed.
package enum ConnectFailure: Error, Hashable {
  /// The resolver's message.
  case unknownHost(String)
  case socket(SocketFailure)
}
