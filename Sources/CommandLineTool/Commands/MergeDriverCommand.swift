import ArgumentParser
internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultSync
internal import Words

struct MergeDriverCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge-driver",
    abstract: "Merge a note for plain git, field by field",
    discussion: """
      Git runs this itself, in every clone that tl has set up (merge.tl.driver of .git/config), so that git \
      merge and git pull join the two versions of a note as tl sync does. The merged note is written over the \
      file OURS. A note that git filters is left as it is, as a conflict. Where both sides changed \
      the same lines, it has both versions between git's conflict markers, and the command ends with 1. It ends \
      with 2 if a file cannot be read or written.
      """,
    shouldDisplay: false)

  @Argument(help: ArgumentHelp("A file with the common ancestor (%O)", valueName: "base"))
  var base: String

  @Argument(
    help: ArgumentHelp("A file with our version; it gets the result (%A)", valueName: "ours"))
  var ours: String

  @Argument(help: ArgumentHelp("A file with their version (%B)", valueName: "theirs"))
  var theirs: String

  @Argument(help: ArgumentHelp("The note's path in the vault (%P)", valueName: "path"))
  var path: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    // Git runs this at the root of the work tree. The output of a filter is left as git leaves binary files.
    if Repository.isFiltered(path, below: ".") { throw QuietExit(status: .nothingFound) }
    let merge = DriverMerge(
      base: try read(base), ours: try read(ours), theirs: try read(theirs),
      at: VaultPath(path), zone: (try? session.openVault(for: .readingQuietly))?.noteZone ?? .utc)
    guard SystemFile.replace(ours, merge.bytes) else {
      throw Problem("\(path): cannot write the merged note over \(ours)")
    }
    if merge.isConflict { throw QuietExit(status: .nothingFound) }
  }

  private func read(_ file: String) throws(Problem) -> [UInt8] {
    guard let bytes = SystemFile.read(file) else {
      throw Problem(
        "\(path): cannot read \(file) to merge it",
        hint: "git runs this command; git merge --abort takes the merge back")
    }
    return bytes
  }
}
