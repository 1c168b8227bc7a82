internal import HTTPTypes

/// Gives devices at home the root certificate and says how they come to trust it; nothing else is there.
///
/// On plain http: a device does not trust the page's certificate yet. So nothing of a vault is here.
package final class TrustSite: Site {
  /// How many seconds the site is served.
  package static let lifetime: Int64 = 600
  package static let certificatePath = "/tl-root.crt"

  private let root: HomeCertificate
  private let address: String
  private let end: Int64
  private let now: @Sendable () -> Int64
  private let whenHandedOut: @Sendable () -> Void

  /// - Parameters:
  ///   - address: of the page.
  ///   - now: in seconds.
  ///   - whenHandedOut: called for each request of the certificate.
  package init(
    _ root: HomeCertificate, address: String, now: @escaping @Sendable () -> Int64,
    whenHandedOut: @escaping @Sendable () -> Void
  ) {
    self.root = root
    self.address = address
    self.now = now
    self.whenHandedOut = whenHandedOut
    end = now() + Self.lifetime
  }

  /// Whether its time is over: every request is refused then.
  package var isOver: Bool { now() >= end }

  package func reply(to request: WebRequest) async -> Reply {
    var reply = answer(to: request)
    reply.headers[.xContentTypeOptions] = "nosniff"
    return reply
  }

  private func answer(to request: WebRequest) -> Reply {
    guard !isOver, request.method == "GET" else { return .plain(.notFound) }
    switch request.path {
    case "/":
      var reply = Reply.html(.ok, steps)
      reply.logName = "/"
      return reply
    case Self.certificatePath:
      if !request.isHead { whenHandedOut() }
      // By this type iOS offers a profile, and Android a certificate.
      var reply = Reply(.ok, "application/x-x509-ca-cert", body: .bytes(root.der))
      reply.logName = Self.certificatePath
      return reply
    default: return .plain(.notFound)
    }
  }

  private var steps: HTMLPage {
    let page = HTMLPage.escaped(address)
    return HTMLPage(
      title: "Trust this timeline",
      body: """
        <p>With this certificate the device can tell the timeline at home from any other server, and the page works \
        without a network. It counts for the timeline's name and for addresses at home, and for no other site.</p>
        <p><a href="\(Self.certificatePath)">The certificate</a></p>
        <p>Its fingerprint (SHA-256) has to be the one that <b>tl serve trust</b> shows on the computer. Compare it with \
        what the device itself says of the certificate, before you trust it:</p>
        <code>\(root.fingerprint)</code>
        <h2>iPhone and iPad</h2>
        <ol>
        <li>Open the certificate in Safari and allow the download.</li>
        <li>Settings → General → VPN &amp; Device Management → the profile “tl on …” → More Details shows the \
        fingerprint → Install.</li>
        <li>Settings → General → About → Certificate Trust Settings → turn it on.</li>
        </ol>
        <h2>Android</h2>
        <ol>
        <li>Open the certificate, which saves it.</li>
        <li>Settings → Security → Encryption &amp; credentials → Install a certificate → CA certificate → Install anyway → \
        the file.</li>
        <li>Trusted credentials → User shows the fingerprint.</li>
        </ol>
        <h2>Browsers of computers</h2>
        <ul>
        <li>Chrome, Edge, Chromium: settings, “certificates”, manage, custom or authorities, import; trust it for \
        websites.</li>
        <li>Firefox: settings, “certificates”, View Certificates → Authorities → Import.</li>
        <li>Safari: open it in Keychain Access, Get Info, Trust, Always Trust.</li>
        </ul>
        <h2>Then</h2>
        <p><a href="\(page)/">\(page)/</a></p>
        """)
  }
}
