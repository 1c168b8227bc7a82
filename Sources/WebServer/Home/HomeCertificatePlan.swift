/// What has to be made before a server can start.
package enum HomeCertificatePlan: Hashable, Sendable {
  case keep
  case server(Reason)
  /// A root and, from it, a server's certificate: every device has to trust the new root.
  case root(Reason)

  package enum Reason: Hashable, Sendable {
    case missing
    /// Not a certificate with its key.
    case damaged
    /// It is for another host or other addresses.
    case otherNames
    /// The server's is by another root, as after a crash between the two.
    case otherRoot
    case ending
  }

  /// A file as it was found.
  package enum Found: Sendable {
    case missing, damaged
    case certificate(HomeCertificate)
  }

  /// A certificate is made anew when it is valid for fewer seconds than this.
  package static let margin: Int64 = 30 * 86_400

  /// - Parameter now: in seconds since 1970. Only ends count: a clock that is behind makes nothing anew, since every device
  ///   would have to trust the new root.
  package init(root: Found, server: Found, for names: HomeNames, now: Int64) {
    switch root {
    case .missing: self = .root(.missing)
    case .damaged: self = .root(.damaged)
    case .certificate(let root):
      if !root.isRoot(for: names.host) {
        self = .root(.otherNames)
      } else if root.end - now < Self.margin {
        self = .root(.ending)
      } else {
        self = Self.plan(server, by: root, names, now)
      }
    }
  }

  private static func plan(
    _ server: Found, by root: HomeCertificate, _ names: HomeNames, _ now: Int64
  ) -> HomeCertificatePlan {
    switch server {
    case .missing: return .server(.missing)
    case .damaged: return .server(.damaged)
    case .certificate(let server):
      if !server.isSigned(by: root) { return .server(.otherRoot) }
      if !server.names(names) { return .server(.otherNames) }
      return server.end - now < margin ? .server(.ending) : .keep
    }
  }
}
