import ArgumentParser
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

struct TagRenameCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename a tag in every note",
    discussion: """
      Tags nested in OLD go along: a/b becomes new/b. A note that has NEW already keeps it once. Each note is \
      changed as a whole or not at all; the notes that changed are printed.
      """)

  @Argument(help: "The tag as it is", completion: TagCompletion.kind)
  var old: String

  @Argument(help: "The tag as it should be", completion: TagCompletion.kind)
  var new: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let (old, new) = (try TagWords.tag(in: old), try newTag())
    guard old != new else {
      throw CommandError(
        "\(self.old) and \(self.new) are one tag: case and a leading # do not count", status: .wrongUsage)
    }
    let vault = try session.openVaultForWriting()
    var query = NoteQuery()
    query.tags = [old]
    let index = try vault.scan(query)
    let hidden = try Self.brokenNotes(in: index, mentioning: old, vault)
    guard index.count > 0 || !hidden.isEmpty else { throw try Self.unknown(old, vault) }
    let count = try rename(old, to: new, in: index, vault)
    for path in hidden {
      session.fail(CommandError(EditError.brokenFrontMatter(try Self.problem(of: path, vault)), at: path))
    }
    let notes = count == 1 ? "1 note" : "\(count) notes"
    session.console.say("#\(old.text) is #\(new.text) now in \(notes)")
  }

  private func newTag() throws -> Tag {
    let tag = try TagWords.tag(in: new)
    guard !tag.text.contains(",") else {
      throw CommandError(
        "a tag becomes one other tag, and '\(new)' has a comma",
        hint: "tl tag add puts several tags on a note", status: .wrongUsage)
    }
    return tag
  }

  /// How many notes changed.
  private func rename(
    _ old: Tag, to new: Tag, in index: VaultIndex, _ vault: OpenVault
  ) throws -> Int {
    let session = vault.session
    let notes = index.positions.map { ResolvedNote(path: index.path($0), id: index.id($0)) }
      .sorted { $0.path < $1.path }
    let progress = Progress("renaming #\(old.text)", total: notes.count, on: session.console)
    defer { progress.finish() }
    var count = 0
    for note in notes {
      let writer = try vault.writer()
      do {
        let change = try writer.edit(note.path, provisionalID: note.id) { try $0.renamingTag(old, to: new) }
        if change.isChange {
          count += 1
          try session.console.line(note.id, note.path)
        }
      } catch let closed as Console.ClosedPipe {
        throw closed
      } catch {
        progress.finish()
        session.fail(CommandError(error, at: note.path))
      }
      progress.advance()
    }
    return count
  }

  /// Notes whose front matter cannot be read, but has the word in it: the tag may be left there.
  private static func brokenNotes(
    in index: VaultIndex, mentioning tag: Tag, _ vault: OpenVault
  ) throws -> [VaultPath] {
    try index.brokenNotes.filter { path in
      let document = NoteDocument(try vault.vault.folder.read(path).bytes)
      guard let range = document.frontMatter?.range else { return false }
      let text = Normalization.nfc(String(decoding: document.bytes[range], as: UTF8.self).lowercased())
      return Array(text.utf8).contains(tag.key.utf8)
    }
  }

  private static func problem(of path: VaultPath, _ vault: OpenVault) throws -> Finding {
    let document = NoteDocument(try vault.vault.folder.read(path).bytes)
    return document.frontMatter?.problem ?? Finding(.error, .brokenFrontMatter, "broken YAML")
  }

  private static func unknown(_ tag: Tag, _ vault: OpenVault) throws -> CommandError {
    CommandError("no note has the tag #\(tag.text)", hint: "tl tags lists the tags that there are")
  }
}
