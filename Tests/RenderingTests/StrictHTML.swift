/// A small parser that accepts only what a rendered note may contain, written apart from the code that makes it.
struct StrictHTML {
  struct Violation: Error, CustomStringConvertible {
    var description: String
  }

  struct Element {
    var name: String
    var attributes: [String: String]
  }

  /// The elements in order.
  private(set) var elements: [Element] = []
  /// The text outside of tags, unescaped.
  private(set) var text = ""
  /// The highest number of elements around a text.
  private(set) var depth = 0
  private var open: [String] = []
  private var ids: Set<String> = []

  init(_ html: [UInt8]) throws {
    guard String(validating: html, as: UTF8.self) != nil else {
      throw Violation(description: "not UTF-8")
    }
    for scalar in String(decoding: html, as: UTF8.self).unicodeScalars {
      let isXML =
        scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        && scalar.value != 0x7F || scalar == "\n" || scalar == "\t"
      guard isXML else { throw Violation(description: "the character \(scalar.value)") }
    }
    var rest = html[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "<") {
        try readTag(&rest)
      } else {
        let end = rest.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
        text += try Self.unescaped(rest[..<end])
        rest = rest[end...]
      }
    }
    guard open.isEmpty else { throw Violation(description: "not closed: \(open)") }
  }

  // MARK: - What is allowed

  private static let voids: Set<String> = ["br", "hr", "img", "input"]
  private static let allowed: [String: Set<String>] = {
    var allowed: [String: Set<String>] = [
      "a": ["href", "rel", "class", "title", "id"], "img": ["src", "alt", "loading", "title"],
      "input": ["type", "data-task", "checked", "disabled"],
      "audio": ["controls", "preload", "src"],
      "video": ["controls", "preload", "src"], "ol": ["start"], "details": ["class", "open"],
      "code": ["class"], "pre": ["dir"], "th": ["scope", "class", "dir", "lang"],
      "td": ["class", "dir", "lang"], "div": ["class"], "span": ["class"], "sup": ["class"],
      "section": ["class"], "li": ["class", "dir", "lang", "id"],
    ]
    for name in ["p", "summary"] { allowed[name] = ["class", "dir", "lang"] }
    for level in 1...6 { allowed["h\(level)"] = ["id", "dir", "lang"] }
    for name in ["img", "video"] { allowed[name]?.formUnion(["width", "height"]) }
    for name in [
      "em", "strong", "del", "blockquote", "ul", "br", "hr", "table", "thead", "tbody", "tr",
      "label",
    ] { allowed[name] = [] }
    return allowed
  }()

  /// Elements that cannot contain themselves, or each other.
  private static let interactive: Set<String> = ["a", "audio", "video", "label"]

  private func check(_ element: Element) throws {
    guard let attributes = Self.allowed[element.name] else {
      throw Violation(description: "the element \(element.name)")
    }
    for (name, value) in element.attributes {
      guard attributes.contains(name) else {
        throw Violation(description: "\(name) in \(element.name)")
      }
      if name == "href" || name == "src" { try Self.check(address: value, name, element) }
      if name == "class" || name == "id" {
        guard !value.isEmpty, value.unicodeScalars.allSatisfy({ $0 != "<" && $0 != "\"" }) else {
          throw Violation(description: "\(name) is \(value)")
        }
      }
      if name == "id", value.contains(" ") || ids.contains(value) {
        throw Violation(description: "the id \(value) again")
      }
    }
    if element.name == "a", open.contains("a") { throw Violation(description: "a link in a link") }
    if element.name == "label", open.contains("label") {
      throw Violation(description: "a label in a label")
    }
    if element.name == "audio" || element.name == "video", open.contains("a") {
      throw Violation(description: "controls in a link")
    }
  }

  /// The resolver of the tests answers with addresses below `/n/` and `/media/`.
  private static func check(address: String, _ name: String, _ element: Element) throws {
    let isOwn = address.hasPrefix("/n/") || address.hasPrefix("/media/")
    // The resolver's own addresses can have the letters of a heading.
    let isPlain = address.utf8.allSatisfy {
      $0 > 0x20 && ($0 < 0x7F || isOwn && $0 >= 0x80) && $0 != 0x5C
    }
    if name == "src" {
      guard isPlain, address.hasPrefix("/media/") else {
        throw Violation(description: "loads \(address)")
      }
      return
    }
    if address.hasPrefix("#") { return }
    let isWeb =
      address.lowercased().hasPrefix("http://") || address.lowercased().hasPrefix("https://")
    let isOther = ["mailto:", "tel:", "geo:"].contains { address.lowercased().hasPrefix($0) }
    guard isPlain, isOwn || address.hasPrefix("/?tag=") || isWeb || isOther else {
      throw Violation(description: "links to \(address)")
    }
    if isWeb, element.attributes["rel"] != "noopener noreferrer nofollow" {
      throw Violation(description: "no rel at \(address)")
    }
  }

  // MARK: - Reading

  private mutating func readTag(_ rest: inout ArraySlice<UInt8>) throws {
    rest.removeFirst()
    if rest.first == UInt8(ascii: "/") {
      rest.removeFirst()
      let name = Self.name(&rest)
      guard rest.popFirst() == UInt8(ascii: ">"), open.popLast() == name else {
        throw Violation(description: "a wrong end of \(name)")
      }
      return
    }
    var element = Element(name: Self.name(&rest), attributes: [:])
    while rest.first == UInt8(ascii: " ") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "/") { break }
      let name = Self.name(&rest)
      guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "="),
        rest.popFirst() == UInt8(ascii: "\""), let end = rest.firstIndex(of: UInt8(ascii: "\""))
      else { throw Violation(description: "an attribute of \(element.name)") }
      let value = try Self.unescaped(rest[..<end])
      guard element.attributes.updateValue(value, forKey: name) == nil else {
        throw Violation(description: "\(name) twice")
      }
      rest = rest[(end + 1)...]
    }
    let isVoid = rest.first == UInt8(ascii: "/")
    if isVoid { rest.removeFirst() }
    guard rest.popFirst() == UInt8(ascii: ">"), isVoid == Self.voids.contains(element.name) else {
      throw Violation(description: "the tag of \(element.name)")
    }
    try check(element)
    if let id = element.attributes["id"] { ids.insert(id) }
    elements.append(element)
    if !isVoid { open.append(element.name) }
    depth = max(depth, open.count)
  }

  private static func name(_ rest: inout ArraySlice<UInt8>) -> String {
    let name = rest.prefix {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
    }
    rest = rest.dropFirst(name.count)
    return String(decoding: name, as: UTF8.self)
  }

  private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]

  private static func unescaped(_ text: ArraySlice<UInt8>) throws -> String {
    var result = ""
    var rest = text
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
      let plain = rest[..<end]
      guard !plain.contains(where: { "<>\"'".utf8.contains($0) }) else {
        throw Violation(description: "not escaped: \(String(decoding: plain, as: UTF8.self))")
      }
      result += String(decoding: plain, as: UTF8.self)
      rest = rest[end...]
      guard rest.popFirst() != nil else { break }
      guard let semicolon = rest.firstIndex(of: UInt8(ascii: ";")),
        let entity = entities[String(decoding: rest[..<semicolon], as: UTF8.self)]
      else { throw Violation(description: "an ampersand that is no entity") }
      result += entity
      rest = rest[(semicolon + 1)...]
    }
    return result
  }
}
