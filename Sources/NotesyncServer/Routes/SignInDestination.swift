internal import Notesync
internal import SystemCalls
internal import WebServer

/// Where a sign-in in the browser ends.
struct SignInDestination: Hashable {
  enum Kind: Hashable {
    case ios
    case android
    /// A program on the browser's computer that listens on a loopback address.
    case program(address: String, state: String, challenge: String)
    /// A page that shows the code, to be copied by hand.
    case page
  }

  let kind: Kind

  /// Nil if the address or challenge is invalid.
  init?(_ fields: FormFields) {
    switch fields["client"]?.lowercased() {
    case "ios": kind = .ios
    case "android": kind = .android
    case "tl" where fields["redirect_uri"] != nil:
      guard let address = fields["redirect_uri"], Self.isLoopback(address),
        let challenge = fields["code_challenge"], Self.isChallenge(challenge),
        (fields["code_challenge_method"] ?? "S256") == "S256",
        let state = fields["state"], 1...512 ~= state.utf8.count
      else { return nil }
      kind = .program(address: address, state: state, challenge: challenge)
    default: kind = .page
    }
  }

  /// The hidden fields of the form, which repeat the request.
  var fields: [(name: String, value: String)] {
    switch kind {
    case .ios: [("client", "ios")]
    case .android: [("client", "android")]
    case .page: [("client", "web")]
    case .program(let address, let state, let challenge):
      [
        ("client", "tl"), ("redirect_uri", address), ("state", state),
        ("code_challenge", challenge),
      ]
    }
  }

  var challenge: String? {
    if case .program(_, _, let challenge) = kind { challenge } else { nil }
  }

  func address(with code: String) -> String {
    switch kind {
    case .ios: "zzuse.timeline://auth/callback?code=\(code)"
    case .android: "com.zzuse.timeline://auth/callback?code=\(code)"
    case .page: "/auth/callback?code=\(code)"
    case .program(let address, let state, _):
      address + (address.contains("?") ? "&" : "?")
        + "code=\(code)&state=\(FormFields.encoded(state))"
    }
  }

  /// For the form's policy, which browsers apply to redirects too.
  var formTargets: String {
    switch kind {
    case .ios: "'self' zzuse.timeline:"
    case .android: "'self' com.zzuse.timeline:"
    case .page: "'self'"
    case .program(let address, _, _): "'self' \(Self.origin(of: address))"
    }
  }

  /// `http://127.0.0.1:PORT/…` or `http://[::1]:PORT/…`, with plain characters only.
  private static func isLoopback(_ address: String) -> Bool {
    guard address.utf8.count <= 512,
      let host = hosts.first(where: { address.hasPrefix($0) })
    else { return false }
    let rest = address.dropFirst(host.count)
    let port = rest.prefix { $0 != "/" }
    guard 1...5 ~= port.utf8.count, port.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let number = Int(port), 1...65_535 ~= number
    else { return false }
    return rest.dropFirst(port.count).unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "/", "-", "_", ".", "~", "?", "=", "&", "%": true
      default: false
      }
    }
  }

  private static let hosts = ["http://127.0.0.1:", "http://[::1]:"]

  private static func origin(of address: String) -> String {
    String(address.prefix(7)) + address.dropFirst(7).prefix { $0 != "/" }
  }

  private static func isChallenge(_ text: String) -> Bool {
    text.utf8.count == 43
      && text.utf8.allSatisfy {
        0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "-")
          || $0 == UInt8(ascii: "_")
      }
  }
}
