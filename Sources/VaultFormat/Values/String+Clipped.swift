extension String {
  /// The first sixty characters, for a message.
  package var clipped: String {
    let start = prefix(60)
    return start.endIndex == endIndex ? self : start + "…"
  }
}
