/// An action on requests that a server has set aside.
package enum NotesyncAsideAction: Sendable {
  case list(json: Bool)
  case show(String)
  case apply(String)
  case drop(String, isAgreed: Bool)
}
