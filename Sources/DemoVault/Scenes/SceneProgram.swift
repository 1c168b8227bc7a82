/// The programs of `Data/scenes.txt`, which says how they are written.
struct SceneProgram: Sendable {
  /// Every value has four parts: a colour its red, green and blue, a number the same four times.
  indirect enum Expression: Sendable {
    case value(Colour)
    case variable(Int)
    case operation(UInt8, Expression, Expression)
    case call(String, [Expression])
  }

  /// A line, with the lines that are indented below it.
  struct Step: Sendable {
    var name: String
    var arguments: [Expression] = []
    var options: [String: Expression] = [:]
    /// Where `set` and `repeat` write.
    var target = 0
    var body: [Step] = []
  }

  /// By their names; the parameters are variables.
  private(set) var parts: [String: (parameters: [Int], body: [Step])] = [:]
  private(set) var variables: [String: Int] = [:]
  /// Lines that cannot be read.
  private(set) var problems: [Substring] = []

  static let shared = SceneProgram(String(decoding: PackageResources.scenes_txt, as: UTF8.self))

  init(_ text: String) {
    for name in Painter.given { _ = slot(name) }
    var lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }[...]
    while let head = lines.popFirst() {
      let words = head.split(separator: " ")
      guard words.count >= 2, words[0] == "def" else {
        problems.append(head)
        continue
      }
      let scope = String(words[1])
      let parameters = words.dropFirst(2).map { slot("\(scope).\($0)") }
      parts[scope] = (parameters, steps(&lines, deeperThan: 0, scope))
    }
  }

  private mutating func slot(_ name: String) -> Int {
    if let slot = variables[name] { return slot }
    variables[name] = variables.count
    return variables.count - 1
  }

  private mutating func steps(
    _ lines: inout ArraySlice<Substring>, deeperThan depth: Int, _ scope: String
  ) -> [Step] {
    var steps: [Step] = []
    while let line = lines.first {
      let indentation = line.prefix { $0 == " " }.count
      guard indentation > depth else { break }
      lines.removeFirst()
      var words = line.split(separator: " ")
      var step = Step(name: String(words.removeFirst()))
      if step.name == "set" || step.name == "repeat", !words.isEmpty {
        step.target = slot("\(scope).\(words.removeFirst())")
      }
      for word in words {
        let parts = word.split(separator: "=", maxSplits: 1)
        var reader = ExpressionReader(
          text: Array((parts.last ?? "").utf8)[...], scope: scope, variables: variables)
        guard let value = reader.whole else {
          problems.append(line)
          continue
        }
        if parts.count == 2 {
          step.options[String(parts[0])] = value
        } else {
          step.arguments.append(value)
        }
      }
      step.body = self.steps(&lines, deeperThan: indentation, scope)
      steps.append(step)
    }
    return steps
  }
}

/// Reads `pick(#8C3B2A,#6B4A3A)*0.8` and the like.
private struct ExpressionReader {
  typealias Expression = SceneProgram.Expression

  var text: ArraySlice<UInt8>
  /// Whose variables come before those that every part finds.
  let scope: String
  let variables: [String: Int]

  /// Nil if the text is not one expression.
  var whole: Expression? {
    mutating get {
      guard let value = level(0), text.isEmpty else { return nil }
      return value
    }
  }

  /// From those that bind least to those that bind most: `a~b` is a random number between both.
  private static let operators: [[UInt8]] = ["<>", "+-", "*/", "~"].map { Array($0.utf8) }

  private mutating func level(_ depth: Int) -> Expression? {
    guard depth < Self.operators.count else { return atom() }
    guard var left = level(depth + 1) else { return nil }
    while let sign = text.first, Self.operators[depth].contains(sign) {
      text.removeFirst()
      guard let right = level(depth + 1) else { return nil }
      left = .operation(sign, left, right)
    }
    return left
  }

  private mutating func atom() -> Expression? {
    if take("-") { return atom().map { .operation(UInt8(ascii: "-"), .value(.zero), $0) } }
    if take("(") {
      let value = level(0)
      return take(")") ? value : nil
    }
    if take("#") { return Int(word(), radix: 16).map { .value(rgb($0)) } }
    let word = word()
    if let number = Float(word) { return .value(Colour(repeating: number)) }
    guard take("(") else {
      return (variables["\(scope).\(word)"] ?? variables[word]).map { .variable($0) }
    }
    var arguments: [Expression] = []
    while !take(")") {
      guard let value = level(0) else { return nil }
      arguments.append(value)
      _ = take(",")
    }
    return .call(word, arguments)
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard text.first == UInt8(ascii: sign) else { return false }
    text.removeFirst()
    return true
  }

  private mutating func word() -> String {
    let word = text.prefix { byte in
      byte == UInt8(ascii: ".") || 0x30...0x39 ~= byte || 0x41...0x5A ~= byte
        || 0x61...0x7A ~= byte
    }
    text = text.dropFirst(word.count)
    return String(decoding: word, as: UTF8.self)
  }
}
