internal import SystemCalls
internal import VaultFormat
internal import WebServer

/// What the page says about the action before it, by the field `done` of its address.
struct Notice {
  let value: (text: String, undo: String?)?

  init(_ incoming: PageRequest) {
    let words = (incoming.request.query["done"] ?? "").split(separator: "-").map(String.init)
    switch (words.first, words.count) {
    case ("trash", 2...3):
      guard let numbers = TrashNumbers(words[1]), words.count == 2 || words[2] == "shown" else {
        fallthrough
      }
      let isShown = words.count == 3
      value = (
        "Moved to the trash."
          + (isShown ? " The text still shows it: edit the note to take it out there too." : ""),
        incoming.isWritable ? incoming.addresses.address("/trash/\(numbers)/restore") : nil
      )
    case ("imported", 4):
      let numbers = words.dropFirst().compactMap { Int($0) }
      guard numbers.count == 3 else { fallthrough }
      value = (Self.imported(notes: numbers[0], files: numbers[1], asTheyAre: numbers[2]), nil)
    case ("ended", 1): value = ("Signed out.", nil)
    case ("restored", 1): value = ("Brought back.", nil)
    case ("renamed", 3):
      guard let changed = Int(words[1]), let failed = Int(words[2]) else { fallthrough }
      value = (Self.renamed(changed, failed: failed), nil)
    case ("categorized", 3):
      guard let changed = Int(words[1]), let failed = Int(words[2]) else { fallthrough }
      value = (PageWords.categorized(changed, failed: failed), nil)
    case ("saved", 1): value = ("Saved.", nil)
    case ("dismissed", 1): value = ("Put aside until tomorrow.", nil)
    case ("person", 1): value = ("The page is there.", nil)
    case ("unset", 1): value = ("As at first again.", nil)
    case ("reset", 1): value = ("This browser is as at first.", nil)
    case ("forgotten", 1): value = (PageWords.forgotten, nil)
    case ("zone", 1): value = ("Saved. The page uses it when tl serve is started again.", nil)
    case ("merged", 1):
      value = ("The note was changed meanwhile; it has both changes now.", nil)
    case ("logged", 2...): value = Self.logged(words.dropFirst().joined(separator: "-"), incoming)
    case ("unlogged", 2...):
      value = Self.unlogged(words.dropFirst().joined(separator: "-"), incoming)
    case (let word?, 1):
      value = (Self.word(word)).map { ($0, nil) }
    default: value = nil
    }
  }

  private static func word(_ word: String) -> String? {
    PageWords.done(word) ?? PageWords.trackerDone(word) ?? PageWords.categoryDone(word)
  }

  private static func logged(_ text: String, _ incoming: PageRequest) -> (String, String?)? {
    LoggedHere(done: text).map {
      (PageWords.logged, incoming.isWritable ? $0.undoAddress(in: incoming.addresses) : nil)
    }
  }

  private static func unlogged(_ text: String, _ incoming: PageRequest) -> (String, String?)? {
    RemovedHere(done: text).map {
      (PageWords.eventRemoved, incoming.isWritable ? $0.undoAddress(in: incoming.addresses) : nil)
    }
  }

  private static func imported(notes: Int, files: Int, asTheyAre: Int) -> String {
    let done = "\(files.counted("file")) imported, \(notes.counted("new note"))."
    guard asTheyAre > 0 else { return done }
    return done
      + (asTheyAre == 1
        ? " 1 picture could not be made smaller, and is as it was."
        : " \(asTheyAre) pictures could not be made smaller, and are as they were.")
  }

  private static func renamed(_ changed: Int, failed: Int) -> String {
    let done = "Renamed in \(changed == 1 ? "1 note" : "\(changed) notes")."
    guard failed > 0 else { return done }
    return done
      + " \(failed == 1 ? "1 note" : "\(failed) notes") could not be changed and still has the old tag."
  }
}
