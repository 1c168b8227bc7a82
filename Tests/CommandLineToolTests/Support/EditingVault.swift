import Foundation
import TestSupport
import Testing

/// A vault with one note, and editors that are shell scripts.
struct EditingVault {
  let folder: TemporaryFolder
  var runner: CommandRunner

  static let note = "2026/11/note.md"
  static let id = "11111111-2222-4333-8444-555555555555"
  static let text = """
    ---
    id: \(id)
    created: 2026-01-01T10:00:00+01:00
    updated: 2026-01-01T10:00:00+01:00
    tags: [a]   # as typed
    ---

    First

    Middle

    Last

    """

  /// - Parameter editor: as for `setEditor`.
  init(_ text: String = Self.text, editor: String? = nil) throws {
    runner = try CommandRunner.withVault()
    folder = runner.folder
    try folder.write(text, to: "vault/\(Self.note)")
    if let editor { try setEditor(editor) }
  }

  /// Sets the editor: a script that gets the draft as `$1`, and knows the note as `$NOTE`.
  ///
  /// The shell reads it: a program that was written a moment ago cannot be started while a child that another
  /// test forks has it open.
  mutating func setEditor(_ script: String) throws {
    let path = try folder.write(script + "\n", to: "io/edit-text")
    runner.environment["TL_EDITOR"] = "/bin/sh \(path)"
    runner.environment["NOTE"] = folder.path("vault/\(Self.note)")
  }

  /// The same for an editor that saves just these bytes.
  mutating func setEditor(saving bytes: some Sequence<UInt8>) throws {
    let saved = try folder.write(bytes, to: "io/saved")
    try setEditor("cat '\(saved)' > \"$1\"")
  }

  @discardableResult
  mutating func edit() throws -> CommandOutput { try runner.tl("edit", Self.note) }

  /// Expects the text of the note, and the names of what is kept as drafts; what is nil is not looked at.
  func expect(
    note: String? = nil, drafts: [String]? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if let note { #expect(self.note == note, sourceLocation: sourceLocation) }
    if let drafts { #expect(self.drafts == drafts, sourceLocation: sourceLocation) }
  }

  /// Replaces `what` in a text made of that of the note.
  static func changing(_ pairs: (String, String)..., in text: String = Self.text) -> String {
    pairs.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }

  var note: String { (try? folder.readText("vault/\(Self.note)")) ?? "" }

  func draft(_ number: Int) -> String? {
    draftName(number).flatMap { try? folder.readText("vault/.tl/local/drafts/\($0)") }
  }

  /// The name of a draft's text.
  func draftName(_ number: Int) -> String? {
    drafts.first {
      $0 == "\(number).md" || $0.hasPrefix("\(number)-") && $0.hasSuffix(".md")
    }
  }

  /// The names of what is kept as drafts.
  var drafts: [String] {
    let names = try? folder.names(in: "vault/.tl/local/drafts")
    return (names ?? []).filter { $0 != "last" }.sorted()
  }

  /// The hint that says where a draft is.
  func whereabouts(_ number: Int) -> String {
    "hint: the text is in \(folder.path("vault"))/.tl/local/drafts/\(draftName(number) ?? "?"); "
      + "tl drafts resume \(number) opens it again\n"
  }
}
