/// The state that is known without asking the server.
package struct NotesyncStatus: Hashable, Sendable {
  package var server: ServerAddress
  package var isSignedIn: Bool
  /// The server's name for the user, if known.
  package var userName: String?
  /// Seconds since 1970.
  package var lastSync: Int64?
  package var lastError: String?
  package var lastErrorTime: Int64?
  package var queue: NotesyncPlan
}
