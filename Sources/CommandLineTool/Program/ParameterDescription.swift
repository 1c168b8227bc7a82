import ArgumentParser
internal import VaultFormat

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

extension ParameterDescription {
  /// The arguments and options that a command declares.
  static func declared(by type: any ParsableCommand.Type) -> [ParameterDescription] {
    // The parser describes its arguments only as JSON, which is YAML too.
    let dump = FrontMatter(settings: Array(type._dumpHelp().utf8))
    let arguments = dump.field(named: "command")?.value.entry("arguments")?.items ?? []
    return arguments.compactMap(ParameterDescription.init).filter { parameter in
      !parameter.names.contains("--help") && !parameter.names.contains("--version")
    }
  }

  private init?(_ node: YAMLNode) {
    guard let kind = node.string("kind").flatMap(Kind.init), node.string("shouldDisplay") != "false"
    else { return nil }
    self.kind = kind
    let names = (node.entry("names")?.items ?? []).compactMap { name -> String? in
      guard let text = name.string("name") else { return nil }
      return (name.string("kind") == "long" ? "--" : "-") + text
    }
    self.names = names.filter { !$0.hasPrefix("--") } + names.filter { $0.hasPrefix("--") }
    valueName = (node.string("valueName") ?? "").uppercased()
    isOptional = node.string("isOptional") == "true"
    isRepeating = node.string("isRepeating") == "true"
    text = node.string("abstract") ?? ""
    defaultValue = node.string("defaultValue")
    values = (node.entry("allValues")?.items ?? []).compactMap(\.text)
    completion = node.entry("completionKind").flatMap(CompletionSource.init)
    if completion == nil, !values.isEmpty { completion = .words(values) }
  }
}

extension CompletionSource {
  fileprivate init?(_ node: YAMLNode) {
    if let marker = node.entry("shellCommand")?.string("command") {
      self.init(marker: marker)
    } else if node.entry("file") != nil {
      self = .files
    } else if node.entry("directory") != nil {
      self = .directories
    } else if let list = node.entry("list")?.entry("values") {
      self = .words(list.items.compactMap(\.text))
    } else {
      return nil
    }
  }
}

extension YAMLNode {
  fileprivate func entry(_ name: String) -> YAMLNode? {
    guard case .mapping(let entries, _) = content else { return nil }
    return entries.first { $0.key.text == name }?.value
  }

  fileprivate func string(_ name: String) -> String? { entry(name)?.text }

  fileprivate var items: [YAMLNode] {
    guard case .sequence(let items, _) = content else { return [] }
    return items
  }
}
