import ArgumentParser
internal import VaultFormat

extension CommandDescription {
  static func declaredParameters(of type: any ParsableCommand.Type) -> [ParameterDescription] {
    // The parser describes its arguments only as JSON, which is YAML too.
    let dump = FrontMatter(settings: Array(type._dumpHelp().utf8))
    let arguments = dump.field(named: "command")?.value.entry("arguments")?.items ?? []
    return arguments.compactMap(ParameterDescription.init).filter { parameter in
      !parameter.names.contains("--help") && !parameter.names.contains("--version")
    }
  }

  /// The options that every command has.
  static var globalOptions: [ParameterDescription] {
    root.parameters.filter(\.isGlobal) + [helpOption]
  }

  static let helpOption = ParameterDescription(
    kind: .flag, names: ["-h", "--help"], valueName: "", isOptional: true, isRepeating: false,
    text: "Show how the command is used", defaultValue: nil, values: [], completion: nil)
}

extension ParameterDescription {
  fileprivate init?(_ node: YAMLNode) {
    guard let kind = node.string("kind").flatMap(Kind.init), node.string("shouldDisplay") != "false"
    else {
      return nil
    }
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
