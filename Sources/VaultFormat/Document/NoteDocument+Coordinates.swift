extension NoteDocument {
  /// The coordinates in the front matter; nil if there are none that can be read.
  package var coordinates: Coordinates? { try? readCoordinates() }

  /// The value of `coordinates`, else `latitude` and `longitude` together; nil if neither is there.
  ///
  /// docs/vault-format.md, rule K-13.
  package func readCoordinates() throws(CoordinatesError) -> Coordinates? {
    try frontMatter?.readCoordinates()
  }
}

extension FrontMatter {
  /// The coordinates of front matter alone.
  package func readCoordinates() throws(CoordinatesError) -> Coordinates? {
    let known = knownFields.filter { !$0.value.value.isNull }
    if let value = known[.coordinates]?.value { return try Coordinates(value) }
    guard let latitude = known[.latitude]?.value.text, let longitude = known[.longitude]?.value.text
    else { return nil }
    return try Coordinates(latitude, longitude)
  }
}

extension Coordinates {
  /// Reads a text, or a list of two numbers or texts.
  fileprivate init(_ value: YAMLNode) throws(CoordinatesError) {
    switch value.content {
    case .scalar(let text, _): try self.init(text)
    case .sequence(let items, _):
      let texts = items.prefix(3).compactMap(\.text)
      guard items.count == 2, texts.count == 2 else {
        throw .unreadable(texts.joined(separator: ", ").clipped)
      }
      try self.init(texts[0], texts[1])
    case .mapping: throw .unreadable("")
    }
  }
}
