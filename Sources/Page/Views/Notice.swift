internal import Cryptography
internal import HTTPTypes
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// What the page says about the action before it, by the field `done` of its address.
///
/// Only what a page of the same session has written there leads to a button: any site may have a link to this one. What has
/// no button of its own offers to take the operation back, as long as nothing else was changed since.
struct Notice {
  typealias Value = (text: String, undo: String?)

  private(set) var value: Value?

  init(_ incoming: PageRequest) {
    let (done, change, isOurs) = incoming.done
    let words = done.split(separator: "-").map(String.init)
    let numbers = words.dropFirst().compactMap { Int($0) }
    switch (words.first, words.count, numbers.count) {
    case ("trash", 2...3, _) where isOurs: value = Self.trashed(words, incoming)
    case ("imported", 4, 3):
      value = (Self.imported(notes: numbers[0], files: numbers[1], asTheyAre: numbers[2]), nil)
    case ("renamed", 3, 2): value = (Self.renamed(numbers[0], failed: numbers[1]), nil)
    case ("categorized", 3, 2):
      value = (PageWords.categorized(numbers[0], failed: numbers[1]), nil)
    case ("logged", 2..., _) where isOurs, ("unlogged", 2..., _) where isOurs:
      value = EventToken(of: done).map { token in
        let undo = incoming.isWritable ? token.undoAddress(in: incoming.addresses) : nil
        return (token.event == nil ? PageWords.eventRemoved : PageWords.logged, undo)
      }
    case (let word?, 1, _): value = PageWords.done(word).map { ($0, nil) }
    default: value = nil
    }
    if value?.undo == nil, let change, incoming.isWritable,
      OperationLog(incoming.vault.folder).isNewest(change)
    {
      value?.undo = incoming.addresses.undo(change)
    }
  }

  private static func trashed(_ words: [String], _ incoming: PageRequest) -> Value? {
    let isShown = words.count == 3
    guard let numbers = TrashNumbers(words[1]), !isShown || words[2] == "shown" else { return nil }
    return (
      "Moved to the trash."
        + (isShown ? " The text still shows it: edit the note to take it out there too." : ""),
      incoming.isWritable ? incoming.addresses.address("/trash/\(numbers)/restore") : nil
    )
  }

  private static func imported(notes: Int, files: Int, asTheyAre: Int) -> String {
    let done = "\(files.counted("file")) imported, \(notes.counted("new note"))."
    let pictures =
      "\(asTheyAre.counted("picture")) could not be made smaller, and "
      + (asTheyAre == 1 ? "is as it was." : "are as they were.")
    return asTheyAre == 0 ? done : "\(done) \(pictures)"
  }

  private static func renamed(_ changed: Int, failed: Int) -> String {
    let done = "Renamed in \(changed.counted("note"))."
    guard failed > 0 else { return done }
    return done + " \(failed.counted("note")) could not be changed and still has the old tag."
  }
}

extension PageRequest {
  /// What an address of this session says in its field `done`: `saved,12!CODE` after operation 12 of the vault.
  ///
  /// - Parameter change: the operation, if it is not that of this request.
  func signed(_ done: String, change: Int? = nil) -> String {
    let text = (change ?? recorder?.number).map { "\(done),\($0)" } ?? done
    return session.map { "\(text)!\($0.code(of: text))" } ?? done
  }

  /// The same where only an operation leads to a button: without one nothing is signed.
  func said(_ done: String, change: Int? = nil) -> String {
    (change ?? recorder?.number) == nil ? done : signed(done, change: change)
  }

  /// Leads to a page, which says what was done.
  ///
  /// - Parameters:
  ///   - path: without the site's prefix, query and fragment.
  ///   - change: the operation, if it is not that of this request.
  func redirect(
    _ path: String, done: String? = nil, change: Int? = nil, fragment: String = ""
  ) -> Reply {
    let query = done.map { "?done=\(said($0, change: change))" } ?? ""
    return .redirect(.seeOther, to: addresses.address(path) + query + fragment)
  }

  /// Leads to the page from which the form was sent, which says what was done.
  ///
  /// - Parameter fallback: without the site's prefix.
  func back(or fallback: String, done: String?, change: Int? = nil) -> Reply {
    ReturnAddress(self, fallback: fallback).reply(done: done.map { said($0, change: change) })
  }

  /// What the address says, the operation, and whether a page of this session has written it.
  fileprivate var done: (text: String, change: Int?, isOurs: Bool) {
    let field = request.query["done"] ?? ""
    guard let end = field.lastIndex(of: "!") else { return (field, nil, false) }
    let text = field[..<end]
    let code = field[field.index(after: end)...]
    let isOurs =
      session.map { constantTimeEqual($0.code(of: String(text)).utf8, code.utf8) } ?? false
    let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    guard isOurs, parts.count == 2 else { return (String(text), nil, isOurs) }
    return (String(parts[0]), Int(parts[1]), true)
  }
}
