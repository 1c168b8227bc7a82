internal import SystemCalls
internal import WebServer

/// What the page says about the action before it, by the field `done` of its address.
struct Notice {
  let value: (text: String, undo: String?)?

  init(_ incoming: PageRequest) {
    let words = (incoming.request.query["done"] ?? "").split(separator: "-").map(String.init)
    switch (words.first, words.count) {
    case ("trash", 2):
      guard let number = Int(words[1]) else { fallthrough }
      value = (
        "Moved to the trash.",
        incoming.isWritable ? incoming.addresses.address("/trash/\(number)/restore") : nil
      )
    case ("restored", 1): value = ("Brought back.", nil)
    case ("merged", 1):
      value = ("The note was changed meanwhile; it has both changes now.", nil)
    default: value = nil
    }
  }
}
