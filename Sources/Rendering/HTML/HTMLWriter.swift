/// Writes elements that are always closed, with attributes that are always quoted and escaped.
struct HTMLWriter {
  /// A name from the source code, and any text as the value.
  struct Attribute {
    var name: StaticString
    var value: String

    init(_ name: StaticString, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  private var bytes: [UInt8] = []
  private var openElements: [StaticString] = []
  private let limit: Int

  /// - Parameter limit: the size in bytes from which on `isFull` is true.
  init(limit: Int) {
    self.limit = limit
  }

  /// Nothing more should be written.
  var isFull: Bool { bytes.count >= limit }
  /// The number of elements around what is written next.
  var depth: Int { openElements.count }

  mutating func open(_ name: StaticString, _ attributes: [Attribute] = []) {
    writeTag(name, attributes)
    bytes.append(UInt8(ascii: ">"))
    openElements.append(name)
  }

  /// Closes the innermost element; does nothing if none is open.
  mutating func close() {
    guard let name = openElements.popLast() else { return }
    bytes += "</".utf8
    append(name)
    bytes.append(UInt8(ascii: ">"))
  }

  /// Writes an element that has no content in HTML, such as `br`.
  mutating func void(_ name: StaticString, _ attributes: [Attribute] = []) {
    writeTag(name, attributes)
    bytes += " />".utf8
  }

  /// Writes an element with text in it.
  mutating func element(
    _ name: StaticString, _ attributes: [Attribute] = [], text: some Sequence<UInt8>
  ) {
    open(name, attributes)
    self.text(text)
    close()
  }

  /// - Parameter text: UTF-8.
  mutating func text(_ text: some Sequence<UInt8>) {
    HTMLEscaping.append(text, to: &bytes)
  }

  /// Begins a new line unless one has just begun; between blocks only, where it has no meaning.
  mutating func newLine() {
    guard let last = bytes.last, last != UInt8(ascii: "\n") else { return }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// What was written, with all elements closed.
  consuming func finish() -> SafeHTML {
    while depth > 0 { close() }
    return SafeHTML(markup: bytes)
  }

  private mutating func writeTag(_ name: StaticString, _ attributes: [Attribute]) {
    bytes.append(UInt8(ascii: "<"))
    append(name)
    for attribute in attributes {
      bytes.append(UInt8(ascii: " "))
      append(attribute.name)
      bytes += "=\"".utf8
      HTMLEscaping.append(attribute.value.utf8, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  private mutating func append(_ name: StaticString) {
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }
}
