/// An argument or an option of a command.
struct ParameterDescription {
  enum Kind: String {
    case positional, option, flag
  }

  var kind: Kind
  /// With their dashes, short ones first: `-t`, `--tag`; empty for positional ones.
  var names: [String]
  /// In capitals, `KEY=VALUE`.
  var valueName: String
  var isOptional: Bool
  var isRepeating: Bool
  /// A sentence.
  var text: String
  var defaultValue: String?
  /// The allowed values, if the type lists them.
  var values: [String]
  var completion: CompletionSource?

  /// Whether every command has it.
  var isGlobal: Bool { names.contains { GlobalOptions.names[$0] != nil } }

  /// As the help lists it: `-t, --tag TAG`.
  var label: String {
    guard kind != .positional else { return valueName }
    // Long names begin in one column.
    let names = names.joined(separator: ", ")
    return (self.names.first?.hasPrefix("--") == true ? "    " : "") + names
      + (kind == .option ? " \(valueName)" : "")
  }

  /// In the usage line: `[NOTE...]`.
  var synopsis: String {
    let name = valueName + (isRepeating ? "..." : "")
    return isOptional ? "[\(name)]" : name
  }

  /// The sentence, with the values and the default that it does not name itself.
  var fullText: String {
    var notes: [String] = []
    if !values.isEmpty, !values.allSatisfy(text.contains) {
      notes.append(values.joined(separator: ", "))
    }
    if let defaultValue, !defaultValue.isEmpty, kind == .option {
      notes.append("default: \(defaultValue)")
    }
    return notes.isEmpty ? text : "\(text) (\(notes.joined(separator: "; ")))"
  }
}
