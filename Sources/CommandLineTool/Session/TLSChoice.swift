/// The options by which a server comes to have TLS.
package struct TLSChoice: Sendable {
  /// The paths of PEM files; both or neither.
  package var certificate: String?
  package var key: String?
  package var isBehindProxy = false

  var isGiven: Bool { certificate != nil || isBehindProxy }
}
