import ArgumentParser
internal import VaultFormat
internal import VaultSync
internal import Words

struct DiffCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show the words that changed since the last commit",
    discussion: """
      What tl sync would record now, compared with the last commit: each note with its words, as tl log --patch prints \
      them, media with their sizes, other files by name, and what is skipped and why. The words of a sealed note and the \
      names of its media are not shown. Hidden files are left out; tl status lists them too. Changes nothing, and uses no \
      network. The path or the id of a deleted note works too.

      With --json: an object of {notes: [{path, change, title, from, patch}], media: [{path, change, from, bytes, \
      bytes_before}], sealed_media, others, left_out: [{path, reason}], unfinished}; a patch is an array of {line, parts: \
      [{kind, text}]}, and sealed_media the number of changed media of sealed notes.
      """)

  @Argument(help: "Only these notes", completion: .notes)
  var notes: [String] = []

  @OptionGroup var output: ObjectOptions
  @OptionGroup var paging: PagerOptions
  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    guard let pending = try vault.syncedForReading().pendingChanges() else {
      throw Problem(
        "there is no commit yet to compare with", hint: "tl sync makes the first one")
    }
    var page = DiffPage(pending, of: vault)
    if !notes.isEmpty {
      let resolver = NoteResolver(vault)
      page.keepOnly(
        try notes.flatMap { word in
          try (try? resolver.resolveAll(word).map(\.path))
            ?? [pending.history.note(named: word, in: vault).note.path]
        })
    }
    if output.json { return try vault.console.print(page.value) }
    vault.session.startPager(unless: paging.noPager)
    try page.print()
  }
}
