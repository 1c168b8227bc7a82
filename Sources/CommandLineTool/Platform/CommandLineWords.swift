/// A program and its arguments, read from a variable such as `EDITOR`.
///
/// Split like a shell splits words, with quotes and backslashes, and nothing else: no variable, no command and
/// no pattern in it is ever expanded.
struct CommandLineWords: Hashable {
  let program: String
  var arguments: [String]

  init(program: String, arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  /// Nil when there is no word.
  init?(_ text: String) {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if let open = quote {
        if character == open {
          quote = nil
        } else if character == "\\", open == "\"" {
          isEscaped = true
        } else {
          word = (word ?? "") + String(character)
        }
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    guard let program = words.first else { return nil }
    self.program = program
    arguments = Array(words.dropFirst())
  }
}
