/// Reads `{"name": [element, …], …}` in pieces and returns each element as soon as it is complete.
///
/// Members with other names are skipped.
struct ElementsReader {
  /// An element of one of the arrays.
  struct Element {
    var array: String
    /// In its array, from 0.
    var index: Int
    var value: JSONElement
  }

  private var tokenizer: JSONTokenizer<ElementsListener>

  /// - Parameters:
  ///   - arrays: their names.
  ///   - wanted: names of members that are kept in elements.
  ///   - dataName: of members whose strings are base64 and go to a sink.
  ///   - refusesRepeats: whether one of the arrays must not be named twice.
  init(
    arrays: Set<String>, wanted: Set<String>, dataName: String? = nil, refusesRepeats: Bool = false,
    openSink: @escaping JSONElementBuilder.OpenSink = { _ in DataSink.none }
  ) {
    tokenizer = JSONTokenizer(
      ElementsListener(
        arrays: arrays, refusesRepeats: refusesRepeats,
        makeBuilder: {
          JSONElementBuilder(wanted: wanted, dataName: dataName, openSink: openSink)
        }))
  }

  /// - Returns: the elements that end in these bytes, in order.
  /// - Throws: a `JSONSyntaxError`, what the sink throws.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws -> [Element] {
    try tokenizer.read(bytes)
    defer { tokenizer.listener.found.removeAll(keepingCapacity: true) }
    return found
  }

  /// Elements that were complete before `read` threw.
  var found: [Element] { tokenizer.listener.found }

  /// - Returns: the names of the arrays that were there.
  /// - Throws: if the text is incomplete or not an object.
  mutating func finish() throws -> Set<String> {
    let listener = try tokenizer.finish()
    guard listener.isObject else {
      throw JSONSyntaxError(message: "the text is not an object", offset: 0)
    }
    return listener.seen
  }
}

struct ElementsListener: JSONListener {
  let arrays: Set<String>
  let refusesRepeats: Bool
  let makeBuilder: () -> JSONElementBuilder
  var found: [ElementsReader.Element] = []
  private(set) var seen: Set<String> = []
  private(set) var isObject = false

  /// The names of the arrays that occurred, whatever their values.
  private var named: Set<String> = []
  private var depth = 0
  private var name = ""
  /// The current array.
  private var array: String?
  private var index = 0
  /// Builds the current or next element.
  private var builder: JSONElementBuilder

  init(
    arrays: Set<String>, refusesRepeats: Bool, makeBuilder: @escaping () -> JSONElementBuilder
  ) {
    self.arrays = arrays
    self.refusesRepeats = refusesRepeats
    self.makeBuilder = makeBuilder
    builder = makeBuilder()
  }

  mutating func beginObject() throws {
    depth += 1
    if depth == 1 { isObject = true }
    if array != nil { builder.beginObject() }
  }

  mutating func endObject() throws {
    depth -= 1
    if array != nil { try take(builder.end()) }
  }

  mutating func beginArray() throws {
    depth += 1
    if array != nil {
      builder.beginArray()
    } else if depth == 2, isObject, arrays.contains(name) {
      array = name
      // A repeated name continues the count.
      if seen.insert(name).inserted { index = 0 }
    }
  }

  mutating func endArray() throws {
    depth -= 1
    guard array != nil else { return }
    if depth == 1 { array = nil } else { try take(builder.end()) }
  }

  mutating func key(_ name: [UInt8]) throws {
    if array != nil {
      builder.key(name)
    } else if depth == 1 {
      self.name = String(decoding: name, as: UTF8.self)
      guard refusesRepeats, arrays.contains(self.name) else { return }
      guard named.insert(self.name).inserted else {
        throw JSONSyntaxError(message: "duplicate key \"\(self.name)\"", offset: 0)
      }
    }
  }

  mutating func string(_ piece: UnsafeBufferPointer<UInt8>, isLast: Bool) throws {
    if array != nil { try take(builder.string(piece, isLast: isLast)) }
  }

  mutating func number(_ text: [UInt8]) throws {
    if array != nil { try take(builder.number(text)) }
  }

  mutating func literal(_ value: Bool?) throws {
    if array != nil { try take(builder.literal(value)) }
  }

  private mutating func take(_ value: JSONElement?) {
    guard let value, let array else { return }
    found.append(ElementsReader.Element(array: array, index: index, value: value))
    index += 1
    builder = makeBuilder()
  }
}

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
