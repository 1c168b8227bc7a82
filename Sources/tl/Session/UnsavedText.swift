internal import VaultFormat
internal import VaultStore

/// Keeps a text that could not be saved: in the vault's drafts, else in the folder for temporary files.
enum UnsavedText {
  /// Does `body`; where that fails the text is kept first, and the error says where.
  static func kept<Result>(
    _ text: String, _ session: Session, _ vault: OpenVault, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      guard !text.allSatisfy(\.isWhitespace) else { throw error }
      var failure = CommandError(error)
      failure.hints.append(keep(text, session, vault))
      throw failure
    }
  }

  /// Where the text is, and how to get it back, as a hint.
  private static func keep(_ text: String, _ session: Session, _ vault: OpenVault) -> String {
    let about = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    if let draft = try? Drafts(vault.vault.folder).save(
      Array(text.utf8), about: about, at: session.now.rfc3339)
    {
      return "the text is in \(draft.path.text); tl drafts resume \(draft.number) takes it up again"
    }
    let path = "\(session.environment.temporaryFolder)/tl-text-\(session.surroundings.makeID().text).md"
    if SystemFile.create(path, Array(text.utf8)) { return "the text is in \(path)" }
    return "the text could not be kept anywhere: \(text)"
  }
}
