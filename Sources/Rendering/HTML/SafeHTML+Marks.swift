extension SafeHTML {
  /// Text of which some parts are marked, as what was searched for.
  package init(marking parts: some Sequence<(text: String, isMarked: Bool)>) {
    var writer = HTMLWriter(limit: .max)
    for part in parts {
      if part.isMarked {
        writer.element("mark", text: part.text.utf8)
      } else {
        writer.text(part.text.utf8)
      }
    }
    self = writer.finish()
  }
}
