internal import VaultFormat
internal import VaultStore

/// The text of a note that is being made, and how it is kept when that fails: in the vault's drafts, else in
/// the folder for temporary files.
final class UnsavedText {
  enum Source {
    /// The shell has it in its history.
    case arguments
    case input
    case editor
  }

  private(set) var text: String
  private(set) var source: Source
  /// Where the text is meant to go, as soon as that is known.
  var vault: OpenVault?
  /// Said with the place of the text when it had to be kept, such as what is not kept with it.
  var remark: String?
  private var draft: Draft?
  private let session: Session

  init(_ text: String, from source: Source, in session: Session) {
    self.text = text
    self.source = source
    self.session = session
  }

  /// Lets the person write the text.
  func write(in vault: OpenVault) throws {
    let editor = try Editor(
      session, instead: "tl add \"What happened\", or the text on standard input")
    let draft = try Drafts(vault.vault.folder).save(
      [], about: "a new note", at: session.now.rfc3339)
    try resume(draft, original: [], with: editor, in: vault)
  }

  /// Lets the person go on with a draft.
  ///
  /// - Parameter original: what makes the draft worth nothing when the editor fails.
  func resume(
    _ draft: Draft, original: [UInt8], with editor: Editor, in vault: OpenVault
  ) throws {
    text = String(decoding: try editor.edit(draft, original: original, in: vault), as: UTF8.self)
    source = .editor
    self.draft = draft
  }

  /// Does `body`, which saves the text.
  ///
  /// Where that fails the text is kept, and the error says where; where it succeeds the draft
  /// goes.
  func kept<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      let result = try body()
      dropDraft()
      return result
    } catch let exit as QuietExit {
      throw exit
    } catch {
      guard !isEmpty else {
        dropDraft()
        throw error
      }
      var failure = CommandError(error)
      let isInHistory = source == .arguments && (vault == nil || failure.status == .wrongUsage)
      if !isInHistory { failure.hints += keep() }
      throw failure
    }
  }

  var isEmpty: Bool { text.allSatisfy(\.isWhitespace) }

  private func dropDraft() {
    guard let draft, let vault else { return }
    self.draft = nil
    // The note has the text; a draft that cannot be removed is a copy too many and no loss.
    try? Drafts(vault.vault.folder).drop(draft.number)
  }

  /// Where the text is, and how to get it back, as hints.
  private func keep() -> [String] {
    if let vault, let draft = draft ?? saved(in: vault) {
      return [vault.whereabouts(of: draft)] + (remark.map { [$0] } ?? [])
    }
    let path =
      "\(session.environment.temporaryFolder)/tl-text-\(session.surroundings.makeID().text).md"
    if SystemFile.create(path, Array(text.utf8)) { return ["the text is in \(path)"] }
    return ["the text could not be kept anywhere; it is: \(text)"]
  }

  /// A folder of notes without `.tl` gets none for a draft: only `tl init` makes a vault.
  private func saved(in vault: OpenVault) -> Draft? {
    guard vault.vault.isInitialized else { return nil }
    let about = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return try? Drafts(vault.vault.folder).save(
      Array(text.utf8), about: about, at: session.now.rfc3339)
  }
}
