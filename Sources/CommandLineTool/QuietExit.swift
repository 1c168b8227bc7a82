/// Ends the command with a status, without a message.
package struct QuietExit: Error {
  package var status: ExitStatus

  package init(status: ExitStatus) {
    self.status = status
  }
}
