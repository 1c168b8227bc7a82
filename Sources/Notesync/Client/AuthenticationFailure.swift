/// The five shapes of a 401, and what helps.
enum AuthenticationFailure: Hashable {
  /// A new access token.
  case expired
  /// Signing in again.
  case invalid
  /// Another key; no login cures it.
  case wrongAPIKey
  case accountGone

  init(_ reply: TransportReply) {
    let body = JSONElement.small(reply.body, wanted: ["error", "msg"])
    switch body?["error"]?.text {
    case "token_expired"?: self = .expired
    case "unauthorized"?: self = .wrongAPIKey
    case nil where body?["msg"]?.text?.hasPrefix("Error loading the user") == true:
      self = .accountGone
    default: self = .invalid
    }
  }
}
