/// What lists show of a place.
package enum PlaceInList {
  /// A name of so many characters is shown only where there is no town.
  private static let longName = 12

  /// The name if it is short, else the town, else the name.
  package static func text(name: String?, locality: String?) -> String? {
    guard let name else { return locality }
    return name.prefix(longName).count < longName ? name : locality ?? name
  }
}

extension NoteDocument {
  package var placeInList: String? {
    PlaceInList.text(name: firstText(of: .place), locality: firstText(of: .locality))
  }

  /// The text of a key, or the first in its list (`location: [name]`, as importers write it); nil if it is empty.
  package func firstText(of key: KnownKey) -> String? {
    guard let value = frontMatter?.field(of: key)?.value else { return nil }
    var node: YAMLNode? = value
    if case .sequence(let items, _) = value.content { node = items.first }
    guard let node, !node.isNull, let text = node.text?.trimmingBlanks, !text.isEmpty else {
      return nil
    }
    return text
  }
}

extension NoteHead {
  /// The place in a list, equal to that of the document.
  ///
  /// - Parameters:
  ///   - plain: has the fields of this front matter still.
  ///   - bytes: the note's.
  package func placeInList(
    _ plain: PlainFrontMatter, of bytes: UnsafeBufferPointer<UInt8>
  ) -> String? {
    guard placeField != nil || localityField != nil else { return nil }
    /// Lists, and what may be a position, are for the document.
    func isText(_ index: Int?) -> Bool {
      guard let index, case let field = plain.fields[index] else { return true }
      if case .list = field.shape { return false }
      return !bytes[field.text].contains(UInt8(ascii: ","))
    }
    func text(_ index: Int?) -> String? {
      guard let index else { return nil }
      let text = String(decoding: bytes[plain.fields[index].text], as: UTF8.self).trimmingBlanks
      return text.isEmpty ? nil : text
    }
    guard isText(placeField), isText(localityField) else {
      return NoteDocument(Array(bytes[..<layout.bodyStart])).placeInList
    }
    return PlaceInList.text(name: text(placeField), locality: text(localityField))
  }
}
