internal import Journal
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

extension OpenVault {
  /// The categories of the settings and of the notes as they are now.
  ///
  /// - Parameter withSealed: for a change, which concerns sealed notes too.
  func categories(withSealed: Bool = false) throws -> CategoryBook {
    try CategoryBook(
      JournalSettings(vault.configuration).categories, in: vault.folder
    ) {
      try withSealed
        ? scanUnsealed($0, keepsText: false) : scan($0, keepsText: false)
    }
  }

  /// Changes the settings, and says nothing.
  func editSettings(_ change: (SettingsDocument) throws -> SettingsDocument) throws {
    try CommandError.naming { _ = try writer().editSettings(change) }
  }

  /// Prints the notes that a change would change.
  func show(_ replacement: CategoryReplacement) throws {
    for note in replacement.notes { try session.console.line(note.id, note.path) }
  }

  /// Changes notes, printing each, and then the settings; a failure is reported, and does not affect the other notes.
  ///
  /// - Returns: whether all is done; the settings are as they were if a note could not be changed.
  func carryOut(_ replacement: CategoryReplacement) throws -> Bool {
    let notes = replacement.new == nil ? [] : replacement.notes
    let progress = Progress("changing notes", total: notes.count, on: session.console)
    defer { progress.finish() }
    var isWhole = true
    for note in notes {
      do {
        let change = try writer().edit(note.path, provisionalID: note.id) {
          try replacement.edited($0)
        }
        if change.isChange { try session.console.line(note.id, note.path) }
      } catch let closed as Console.ClosedPipe {
        throw closed
      } catch {
        isWhole = false
        progress.finish()
        session.fail(CommandError(error, at: note.path))
      }
      progress.advance()
    }
    guard isWhole else { return false }
    try editSettings { try replacement.edited($0) }
    return true
  }
}

extension CommandError {
  /// Says what is wrong with a category that `body` cannot change.
  static func naming<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let problem as CategoryProblem {
      throw CommandError(problem)
    }
  }

  init(_ problem: CategoryProblem) {
    switch problem {
    case .isNoName: self.init("a category has a name of one line", status: .wrongUsage)
    case .isNoSymbol(let text):
      self.init(
        "'\(text)' is not a symbol",
        hint: "an emoji, or one of \(CategorySymbol.names.joined(separator: ", "))",
        status: .wrongUsage)
    case .isNoColor(let text):
      self.init(
        "'\(text)' is not a colour",
        hint: "#rrggbb, or one of \(ColorName.names.joined(separator: ", "))", status: .wrongUsage)
    case .isUnknown(let name):
      self.init(
        "there is no category '\(name)'",
        hint: "tl category add \(name.shellWord) makes it; tl category lists the categories")
    case .isNotInSettings(let name):
      self.init(
        "\(name) is not in the settings", hint: "tl category add \(name.shellWord) adds it")
    case .isTaken(let name):
      self.init(
        "\(name) is a category already",
        hint: "tl category edit \(name.shellWord) changes its symbol and colour")
    case .isInUse(let name, let count):
      self.init(
        "\(count.counted("note")) \(count == 1 ? "has" : "have") the category \(name)",
        hint: "tl category rm \(name.shellWord) --to OTHER")
    case .standsForItself(let name):
      self.init("\(name) cannot stand in for itself", status: .wrongUsage)
    }
  }
}
