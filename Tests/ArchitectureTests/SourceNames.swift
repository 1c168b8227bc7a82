/// The names that a file declares for others, and those that it uses.
///
/// Known by tokens alone: what a type or a call is, no compiler has said. Names are kept as hashes of their bytes, so that
/// all sources are read in a second without the optimizer.
struct SourceNames: Sendable {
  typealias Name = UInt64

  /// How a file uses a name.
  struct Uses: OptionSet {
    let rawValue: UInt8
    static let word = Uses(rawValue: 1)
    /// Behind a dot.
    static let member = Uses(rawValue: 2)
    /// In front of a parenthesis.
    static let call = Uses(rawValue: 4)
    /// In front of a colon, as a parameter or an argument.
    static let label = Uses(rawValue: 8)
    /// Declared in a body.
    static let local = Uses(rawValue: 16)
  }

  private(set) var types: Set<Name> = []
  /// Types inside of others.
  private(set) var nestedTypes: Set<Name> = []
  /// Functions, properties and cases of types, and functions and values of the file.
  private(set) var members: Set<Name> = []
  /// What no other file can mean.
  private(set) var privateNames: Set<Name> = []
  private(set) var uses: [Name: Uses] = [:]
  /// Of what is declared.
  private(set) var texts: [Name: String] = [:]

  init(of source: SwiftSource) {
    var reader = NameReader(source.code)
    reader.read(into: &self)
  }

  func declares(_ name: Name) -> Bool {
    types.contains(name) || nestedTypes.contains(name) || members.contains(name)
      || privateNames.contains(name)
  }

  fileprivate enum Kind { case type, nestedType, member, hidden }

  fileprivate mutating func declare(_ name: Name, _ text: String, _ kind: Kind) {
    switch kind {
    case .type: types.insert(name)
    case .nestedType: nestedTypes.insert(name)
    case .member: members.insert(name)
    case .hidden: privateNames.insert(name)
    }
    texts[name] = text
  }

  fileprivate mutating func use(_ name: Name, _ how: Uses) { uses[name, default: []].insert(how) }

  /// FNV-1a, 64 bits.
  static func name(_ text: String) -> Name {
    text.utf8.reduce(firstHash) { ($0 ^ UInt64($1)) &* hashFactor }
  }

  fileprivate static let firstHash: UInt64 = 0xCBF2_9CE4_8422_2325
  fileprivate static let hashFactor: UInt64 = 0x100_0000_01B3
}

/// Reads declarations and uses from code, token by token.
private struct NameReader {
  private struct Token {
    /// Zero for punctuation.
    var name: SourceNames.Name
    var byte: UInt8
    var line: Int
    var range: Range<Int>
  }

  private enum Scope { case type, body }

  private let lines: [String]
  private var tokens: [Token] = []
  private var scopes: [(kind: Scope, depth: Int)] = []
  /// Of parentheses and brackets in the scope.
  private var depth = 0
  /// Of the declaration whose brace has not come yet.
  private var opening: (kind: Scope, depth: Int)?
  private var isPrivate = false
  private let words = Words()

  init(_ lines: [String]) {
    self.lines = lines
    for index in lines.indices { split(lines[index], index) }
  }

  /// Whether each byte is one of a name; a table, since it is asked five million times.
  private static let isPart = (0...UInt8.max).map(CodePattern.isIdentifier)

  private mutating func split(_ text: String, _ line: Int) {
    var text = text
    let isPart = Self.isPart
    text.withUTF8 { bytes in
      var at = 0
      while at < bytes.count {
        let start = at
        var hash = SourceNames.firstHash
        while at < bytes.count, isPart[Int(bytes[at])] {
          hash = (hash ^ UInt64(bytes[at])) &* SourceNames.hashFactor
          at += 1
        }
        if at > start {
          tokens.append(Token(name: hash, byte: 0, line: line, range: start..<at))
        } else {
          let byte = bytes[at]
          at += 1
          if byte != UInt8(ascii: " "), byte != UInt8(ascii: "`") {
            tokens.append(Token(name: 0, byte: byte, line: line, range: start..<at))
          }
        }
      }
    }
  }

  mutating func read(into names: inout SourceNames) {
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      if token.name == 0 {
        punctuate(token.byte)
        index += 1
      } else if byte(index - 1) != UInt8(ascii: "."), let next = declaration(index, &names) {
        index = next
      } else {
        names.use(token.name, uses(index))
        index += 1
      }
    }
  }

  private mutating func punctuate(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
    case UInt8(ascii: "{"):
      let kind = opening?.depth == depth ? opening?.kind : nil
      scopes.append((kind ?? .body, depth))
      (depth, opening) = (0, nil)
    case UInt8(ascii: "}"):
      depth = scopes.popLast()?.depth ?? 0
      opening = nil
    default: break
    }
  }

  /// What follows the declaration that begins with a token; nil if none does.
  private mutating func declaration(_ index: Int, _ names: inout SourceNames) -> Int? {
    let word = tokens[index].name
    guard words.declaring.contains(word) else { return nil }
    let isOutside = depth == 0 && scopes.allSatisfy { $0.kind == .type }
    if words.hiding.contains(word) {
      isPrivate = depth == 0 && byte(index + 1) != UInt8(ascii: "(")
      return nil
    }
    if word == words.extending || words.making.contains(word) {
      if isOutside { open(word == words.extending ? .type : .body) }
      return nil
    }
    if word == words.case { return isOutside && !scopes.isEmpty ? cases(index, &names) : nil }
    guard index + 1 < tokens.count, case let name = tokens[index + 1].name, name != 0,
      !words.declaring.contains(name)
    else { return nil }
    let isType = words.types.contains(word)
    if isOutside {
      declare(tokens[index + 1], kind(of: word, isType), &names)
      if isType || word == words.function { open(isType && word != words.alias ? .type : .body) }
    } else {
      names.use(name, .local)
    }
    isPrivate = false
    return index + 2
  }

  private func kind(of word: SourceNames.Name, _ isType: Bool) -> SourceNames.Kind? {
    if isPrivate { return .hidden }
    if !isType { return .member }
    if scopes.isEmpty { return .type }
    return word == words.alias ? nil : .nestedType
  }

  /// Reads `case a, b(Int)` of an enum.
  private mutating func cases(_ index: Int, _ names: inout SourceNames) -> Int {
    var at = index + 1
    while at < tokens.count, tokens[at].name != 0 {
      declare(tokens[at], .member, &names)
      at += 1
      var open = 0
      while at < tokens.count {
        if byte(at) == UInt8(ascii: "(") { open += 1 }
        if byte(at) == UInt8(ascii: ")") { open -= 1 }
        if open == 0, byte(at) != UInt8(ascii: ")") { break }
        if tokens[at].name != 0 { names.use(tokens[at].name, .word) }
        at += 1
      }
      if byte(at) == UInt8(ascii: "=") { at = endOfLine(at) }
      guard byte(at) == UInt8(ascii: ",") else { break }
      at += 1
    }
    return at
  }

  /// The next token behind a comma's place in the line, or in the next line.
  private func endOfLine(_ index: Int) -> Int {
    let line = tokens[index].line
    var at = index
    while at < tokens.count, tokens[at].line == line, byte(at) != UInt8(ascii: ",") { at += 1 }
    return at
  }

  private mutating func open(_ kind: Scope) {
    opening = (kind, depth)
    isPrivate = false
  }

  private func declare(_ token: Token, _ kind: SourceNames.Kind?, _ names: inout SourceNames) {
    guard let kind else { return }
    let text = Array(lines[token.line].utf8)[token.range]
    names.declare(token.name, String(decoding: text, as: UTF8.self), kind)
  }

  private func uses(_ index: Int) -> SourceNames.Uses {
    if byte(index - 1) == UInt8(ascii: ".") { return [.word, .member] }
    switch byte(index + 1) {
    case UInt8(ascii: "("): return [.word, .call]
    case UInt8(ascii: ":"): return [.word, .label]
    default: return .word
    }
  }

  private func byte(_ index: Int) -> UInt8 {
    tokens.indices.contains(index) ? tokens[index].byte : 0
  }

  /// The words of declarations.
  private struct Words {
    let types = Self.names(["struct", "class", "enum", "protocol", "actor", "typealias"])
    let making = Self.names(["init", "subscript", "deinit"])
    let hiding = Self.names(["private", "fileprivate"])
    let alias = SourceNames.name("typealias")
    let extending = SourceNames.name("extension")
    let function = SourceNames.name("func")
    let `case` = SourceNames.name("case")
    let declaring: Set<SourceNames.Name>

    init() {
      declaring = Self.names(["extension", "func", "var", "let", "case"])
        .union(types).union(making).union(hiding)
    }

    private static func names(_ words: [String]) -> Set<SourceNames.Name> {
      Set(words.map(SourceNames.name))
    }
  }
}
