internal import Cryptography
internal import Foundation
internal import HTTPTypes
internal import Notesync
internal import SystemCalls
internal import VaultFormat
internal import WebServer

/// The sign-in page that the apps open in a browser.
struct SignInRoutes {
  let core: ServerCore

  private static let cookieName = "tl_sign_in"
  /// How long a form can be sent, in seconds.
  private static let formLifetime: Int64 = 3600

  /// `GET /auth/oauth_start`.
  func page(_ incoming: WebRequest) -> Reply {
    guard let destination = SignInDestination(incoming.query) else { return Self.noDestination }
    return form(.ok, destination)
  }

  /// `POST /auth/oauth_start`: the form.
  func signIn(_ incoming: WebRequest) async throws -> Reply {
    let body = try await core.smallBody(incoming)
    let fields = FormFields(String(decoding: body, as: UTF8.self))
    guard let destination = SignInDestination(fields) else { return Self.noDestination }
    guard isOurs(fields["token"] ?? "", destination, request: incoming) else {
      return form(.forbidden, destination, message: "This page was open for too long. Try again.")
    }
    let name = fields["username"] ?? ""
    let outcome = try await core.passwords.check(
      name: name, password: fields["password"] ?? "", address: incoming.clientAddress)
    switch outcome {
    case .wrong:
      return form(.unauthorized, destination, name: name, message: "Wrong name or password.")
    case .wait(let seconds):
      var reply = form(
        .tooManyRequests, destination, name: name,
        message: "Too many attempts. Try again in \(seconds) s.")
      reply.headers[.retryAfter] = "\(seconds)"
      return reply
    case .account(let account):
      let signIns = core.signIns
      let code = try await core.queue.run {
        try signIns.makeCode(for: account, challenge: destination.challenge)
      }
      var reply = Reply.redirect(to: destination.address(with: code))
      reply.headers[.setCookie] = cookie("", maxAge: 0)
      reply.remark = "\(account.name) signed in"
      return reply
    }
  }

  /// `GET /auth/callback`: for browsers that do not pass the address to the app.
  func callback(_ incoming: WebRequest) -> Reply {
    guard let code = incoming.query["code"], !code.isEmpty else {
      return .html(.badRequest, HTMLPage(title: "No code", body: "<p>There is no code here.</p>"))
    }
    let body = """
      <p>Copy this code to where you want to sign in. It can be used once, within five minutes.</p>
      <code>\(HTMLPage.escaped(code))</code>
      """
    return .html(.ok, HTMLPage(title: "Signed in", body: body))
  }

  private static var noDestination: Reply {
    let body = "<p>The program that opened this page asks for an answer that cannot be given.</p>"
    return .html(.badRequest, HTMLPage(title: "Cannot sign in", body: body))
  }
}

// MARK: - The form

extension SignInRoutes {
  private func form(
    _ status: HTTPResponse.Status, _ destination: SignInDestination, name: String = "",
    message: String? = nil
  ) -> Reply {
    let secret = RandomText.make()
    let hidden = destination.fields + [("token", token(for: destination, secret, at: now))]
    let fields = hidden.map { field in
      "<input type=\"hidden\" name=\"\(field.name)\" value=\"\(HTMLPage.escaped(field.value))\">"
    }
    let alert = message.map { "<p role=\"alert\">\(HTMLPage.escaped($0))</p>\n" } ?? ""
    let body = """
      \(alert)<form method="post" action="/auth/oauth_start" accept-charset="utf-8">
      \(fields.joined(separator: "\n"))
      <label>Name <input name="username" value="\(HTMLPage.escaped(name))" required autofocus
        autocomplete="username" autocapitalize="none" spellcheck="false"></label>
      <label>Password <input name="password" type="password" required
        autocomplete="current-password"></label>
      <button>Sign in</button>
      </form>
      """
    var page = HTMLPage(title: "Sign in", body: body)
    page.formTargets = destination.formTargets
    var reply = Reply.html(status, page)
    reply.headers[.setCookie] = cookie(secret, maxAge: Self.formLifetime)
    return reply
  }

  private var now: Int64 { core.settings.surroundings.now() }

  /// A token that ties the form to its browser and destination; another page can neither make nor read it.
  private func token(
    for destination: SignInDestination, _ secret: String, at time: Int64
  ) -> String {
    let parts = [secret, "\(time)"] + destination.fields.map(\.value)
    let code = core.keys.formKey.code(of: parts.joined(separator: "\0").utf8)
    return "\(time).\(code.hex)"
  }

  private func isOurs(
    _ token: String, _ destination: SignInDestination, request: WebRequest
  ) -> Bool {
    // The time is untrusted until the code is verified, so no arithmetic on it.
    guard let time = token.split(separator: ".").first.flatMap({ Int64($0) }),
      time <= now, time > now - Self.formLifetime, let secret = request.cookie(Self.cookieName)
    else { return false }
    let wanted = self.token(for: destination, secret, at: time)
    return constantTimeEqual(token.utf8, wanted.utf8)
  }

  private func cookie(_ value: String, maxAge: Int64) -> String {
    "\(Self.cookieName)=\(value); Path=/auth; Max-Age=\(maxAge); HttpOnly; SameSite=Strict"
      + (core.settings.web.isSecure ? "; Secure" : "")
  }
}

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
        + "code=\(code)&state=\(PercentEncoding.encoded(state.utf8))"
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
    guard 1...5 ~= port.utf8.count, port.utf8.allSatisfy(\.isASCIIDigit),
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
        $0.isASCIIDigit || $0.isASCIILetter || $0 == UInt8(ascii: "-")
          || $0 == UInt8(ascii: "_")
      }
  }
}
