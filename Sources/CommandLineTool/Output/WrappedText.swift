/// Text broken into lines at spaces.
enum WrappedText {
  /// Lines of at most `width` columns, except for longer words.
  ///
  /// Line ends in `text` stay, and so do lines that begin with a blank: examples keep their form.
  static func lines(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
      guard line.first != " ", DisplayWidth.of(line) > width else { return [String(line)] }
      return wrap(line, width)
    }
  }

  private static func wrap(_ line: Substring, _ width: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    var used = 0
    for word in line.split(separator: " ") {
      let columns = DisplayWidth.of(word)
      if used > 0, used + 1 + columns > width {
        lines.append(current)
        current = ""
        used = 0
      }
      if used > 0 { current += " " }
      current += word
      used += columns + (used > 0 ? 1 : 0)
    }
    return lines + [current]
  }
}
