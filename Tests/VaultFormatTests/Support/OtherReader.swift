import VaultFormat
import Yams

/// Front matter as a program with a YAML 1.1 resolver reads it.
struct OtherReader {
  var entries: [(key: Node, value: Node)]

  /// Nil where that program cannot read it.
  init?(_ document: NoteDocument) {
    guard let range = document.layout.frontMatter else {
      entries = []
      return
    }
    let text = String(decoding: document.bytes[range], as: UTF8.self)
    guard let root = try? Yams.compose(yaml: text) as Node?? else { return nil }
    entries = root?.mapping.map { Array($0).map { ($0.key, $0.value) } } ?? []
  }

  /// The other keys and their values, types and texts.
  ///
  /// Places do not count.
  func text(except key: String) -> [String] {
    entries.filter { !Self.isNamed($0.key, key) }
      .map { Self.text(of: $0.key) + ": " + Self.text(of: $0.value) }
  }

  /// What stands in a key.
  func text(of key: String) -> String? {
    entries.first { Self.isNamed($0.key, key) }.map { Self.text(of: $0.value) }
  }

  static func text(of value: String) -> String { "tag:yaml.org,2002:str \(value.debugDescription)" }

  private static func isNamed(_ node: Node, _ key: String) -> Bool {
    node.scalar.map { $0.string.utf8.elementsEqual(key.utf8) } ?? false
  }

  private static func text(of node: Node) -> String {
    switch node {
    case .scalar(let scalar): "\(node.tag.rawName) \(scalar.string.debugDescription)"
    case .sequence(let items): "[" + items.map(text).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{" + entries.map { text(of: $0.key) + ": " + text(of: $0.value) }.joined(separator: ", ")
        + "}"
    case .alias(let alias): "*\(alias.anchor.rawValue)"
    }
  }
}

extension Yams.Tag {
  fileprivate var rawName: String { description }
}
