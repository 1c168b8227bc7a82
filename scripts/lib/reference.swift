// What `.ci/run` compiles to know how fast the machine is: the costs of builds are counted in compilations of this
// file. A change here changes what all of them mean.

struct Table<Key: Hashable & Comparable, Value> {
  private var rows: [Key: [Value]] = [:]

  mutating func add(_ value: Value, at key: Key) { rows[key, default: []].append(value) }

  func sorted() -> [(key: Key, values: [Value])] {
    rows.map { (key: $0.key, values: $0.value) }.sorted { $0.key < $1.key }
  }

  func map<New>(_ transform: (Value) throws -> New) rethrows -> Table<Key, New> {
    var new = Table<Key, New>()
    for (key, values) in rows { for value in values { new.add(try transform(value), at: key) } }
    return new
  }
}

enum Token: Hashable {
  case word(String), number(Int), mark(Character)
}

func tokens(of text: String) -> [Token] {
  var tokens: [Token] = []
  var word = ""
  func end() {
    guard !word.isEmpty else { return }
    tokens.append(Int(word).map(Token.number) ?? .word(word))
    word = ""
  }
  for character in text {
    if character.isLetter || character.isNumber {
      word.append(character)
    } else {
      end()
      if !character.isWhitespace { tokens.append(.mark(character)) }
    }
  }
  end()
  return tokens
}

func counts(_ lines: [String]) -> Table<String, Int> {
  var table = Table<String, Int>()
  for (number, line) in lines.enumerated() {
    for case .word(let word) in tokens(of: line) { table.add(number, at: word.lowercased()) }
  }
  return table
}

func digest(_ bytes: [UInt8]) -> UInt64 {
  bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
}

var lines: [String] = []
while let line = readLine() { lines.append(line) }
for (word, places) in counts(lines).map({ $0 + 1 }).sorted() {
  print(word, places.map(String.init).joined(separator: ","), digest(Array(word.utf8)))
}
