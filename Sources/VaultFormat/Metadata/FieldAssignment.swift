/// A parsed assignment of a key: `mood=calm`, `tags=a,b`, `order:=3`, or `mood=` to remove it.
///
/// docs/cli-reference.md, "tl set". The value of a known key has the type of that key; any other value is text.
package struct FieldAssignment: Hashable, Sendable {
  /// The key as written; an edit uses the file's own name for a known key.
  package var key: String
  /// Nil removes the key.
  package var value: FieldValue?

  /// The reason why an assignment is invalid.
  package enum Failure: Error, Hashable {
    /// There is no `=`, or nothing before it.
    case noKey(String)
    /// The id of a note cannot be changed.
    case idIsFixed
    /// `created` can be set but not removed: tl would store another time at once.
    case createdStays
    case notATime(key: String, DateExpressionError)
    /// The value is a span such as a month, and a day or a time is needed.
    case notADay(key: String, value: String)
    case notABoolean(key: String, value: String)
    case notANumber(key: String, value: String)
    case notCoordinates(key: String, CoordinatesError)
  }

  /// The known key of that name, if any.
  package var known: KnownKey? { KnownKey.named(key)?.key }

  package init(_ key: KnownKey, _ value: FieldValue?) {
    self.key = key.name
    self.value = value
  }

  package init(_ key: PageKey, _ value: FieldValue) {
    self.key = key.name
    self.value = value
  }

  /// - Parameters:
  ///   - now: the current time in seconds since 1970, for relative dates.
  ///   - zone: the time zone of times without an offset.
  package init(_ text: String, now: Int64, zone: TimeZoneRules) throws(Failure) {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")), equals > text.startIndex else {
      throw .noKey(text)
    }
    let value = String(text[text.utf8.index(after: equals)...])
    let before = text.utf8.index(before: equals)
    if text.utf8[before] == UInt8(ascii: ":") {
      key = String(text[..<before])
      guard !key.isEmpty else { throw .noKey(text) }
      self.value = .yaml(value)
    } else {
      key = String(text[..<equals])
      self.value = nil
      self.value = try Self.typed(value, for: key, now: now, zone: zone)
    }
    if known == .id { throw .idIsFixed }
    if known == .created, self.value == nil { throw .createdStays }
  }

  /// The document with the key set or removed.
  package func applied(to document: NoteDocument) throws(EditError) -> NoteDocument {
    let name = known.map(document.name(of:)) ?? key
    guard let value else { return try document.removing(name) }
    return try document.setting(name, to: value)
  }

  private static func typed(
    _ text: String, for key: String, now: Int64, zone: TimeZoneRules
  ) throws(Failure) -> FieldValue? {
    guard !text.isEmpty else { return nil }
    switch KnownKey.named(key)?.key.valueType {
    case .time: return .plain(try time(text, for: key, now: now, zone: zone))
    case .boolean:
      guard let bool = Bool(lenient: text) else { throw .notABoolean(key: key, value: text) }
      return .bool(bool)
    case .tags: return .list(Tag.list(in: text).map(\.text))
    case .list:
      return .list(text.split(separator: ",").map(\.trimmingBlanks).filter { !$0.isEmpty })
    case .number:
      switch CoreSchema.resolve(text, isPlain: true, tag: nil) {
      case .int, .float: return .plain(text)
      default: throw .notANumber(key: key, value: text)
      }
    case .coordinates:
      do {
        return .yaml(try Coordinates(text).yaml)
      } catch {
        throw .notCoordinates(key: key, error)
      }
    case .identity, .text, nil: return .text(text)
    }
  }

  private static func time(
    _ text: String, for key: String, now: Int64, zone: TimeZoneRules
  ) throws(Failure) -> String {
    let date: DateExpression
    do {
      date = try DateExpression(text, now: now, zone: zone)
    } catch {
      throw .notATime(key: key, error)
    }
    guard date.isPoint else { throw .notADay(key: key, value: text) }
    return date.startTime(zone: zone).rfc3339
  }
}
