/// Receives the parts of a JSON text.
///
/// A listener may throw to stop parsing.
protocol JSONListener {
  mutating func beginObject() throws
  mutating func endObject() throws
  mutating func beginArray() throws
  mutating func endArray() throws
  /// The name of the value that follows.
  mutating func key(_ name: [UInt8]) throws
  /// A piece of a string; together the pieces are valid UTF-8, and the last has `isLast`.
  mutating func string(_ piece: UnsafeBufferPointer<UInt8>, isLast: Bool) throws
  /// A number as the text spells it.
  mutating func number(_ text: [UInt8]) throws
  /// Nil: `null`.
  mutating func literal(_ value: Bool?) throws
}
