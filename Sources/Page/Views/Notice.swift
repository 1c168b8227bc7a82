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
    case ("imported", 3):
      guard let notes = Int(words[1]), let files = Int(words[2]) else { fallthrough }
      value = ("\(files.counted("file")) imported, \(notes.counted("new note")).", nil)
    case ("failed", 2):
      guard let files = Int(words[1]) else { fallthrough }
      value = ("\(files.counted("file")) could not be imported, and still wait here.", nil)
    case ("ended", 1): value = ("Signed out.", nil)
    case ("restored", 1): value = ("Brought back.", nil)
    case (let word?, 1): value = PageWords.done(word).map { ($0, nil) }
    default: value = nil
    }
  }
}
