import ArgumentParser
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync
internal import Words

struct StatusCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show what the next sync would do, and how the last one went",
    discussion: """
      Reads the folder and git, uses no network and changes nothing: the branch, the remote and what is \
      known of it, the notes that changed, what is skipped and why, files that are only in git, the last sync, \
      the last error, and the open conflicts. tl sync --dry-run asks the remote too.

      With --json: an object of {branch, remote: {name, address}, push_remote, ahead, behind, changes: {notes: [{path, change, \
      title, from}], media, others}, left_out: [{path, reason}], git_only: [{path, reason}], last_sync, last_error: \
      {time, message}, unfinished, can_undo, obstacle, conflicts: [{note, copy}]}. What is not known is null.
      """)

  @OptionGroup var output: ObjectOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVault(for: .readingQuietly)
    let status = try vault.syncedForReading().status()
    let copies = try vault.source.scanner().conflictCopies().copies
    var page = StatusPage(status: status, copies: copies, zone: vault.zone)
    do throws(Vault.WriteRefusal) {
      try vault.vault.checkWritable()
    } catch {
      page.obstacle = Problem(error)
    }
    if output.json {
      try session.console.print(page.value)
    } else {
      try page.print(on: session.console)
    }
  }
}
