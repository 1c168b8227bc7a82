/// A parsed command that `tl-net` runs.
package enum NetworkRequest: Sendable {
  case notesync(NotesyncRequest)
  case serve(ServeRequest)
}
