/// The five kinds of a 401, by their remedy.
enum AuthenticationFailure: Hashable {
  /// The access token has to be renewed.
  case expired
  /// The user has to sign in again.
  case invalid
  /// Another API key is needed; signing in does not help.
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
