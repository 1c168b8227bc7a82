internal import SystemCalls
package import VaultFormat

/// The settings of a vault, in `.tl/config.yaml` (docs/vault-format.md, part S).
///
/// A vault may come from a stranger: no setting starts a program, names an address, or turns a protection off. Such
/// keys are findings, and have no effect.
package struct VaultConfiguration: Sendable {
  package var format = 1
  /// A name of the tz database.
  package var timeZone: String?
  /// A file above this many bytes is left out of a sync and is a finding.
  package var maximumMediaSize: Int64 = 25 << 20
  /// The limit of new media bytes in one sync.
  package var maximumMediaPerSync: Int64 = 500 << 20
  package var categories: [String] = []
  /// Where new notes go.
  package var notePaths = NotePaths.usual
  /// The values of the settings that `VaultStore` does not read itself, by their names.
  package private(set) var others: [String: YAMLNode] = [:]
  /// Folders of templates: files below them are not notes.
  package var templates: [VaultPath] = []
  /// Findings about `.tl/config.yaml`.
  ///
  /// An `error` means that the file cannot be read: defaults apply, and the vault is not written to.
  package var findings: [Finding] = []

  /// The highest `format` that this program writes.
  package static let supportedFormat = 1

  /// The settings of the journal.
  private static let otherNames: Set<String> = [
    "person", "default_category", "prompts", "milestones", "milestone_sets", "since", "nudge",
    "reminders", "daily", "pin", "location", "site",
  ]

  package init() {}

  package init(of folder: VaultFolder) {
    self.init()
    do {
      self.init(parsing: try folder.read(VaultLayout.configuration, limit: 1 << 20).bytes)
    } catch {
      guard error.system?.isMissing != true else { return }
      findings = [
        Finding(.error, .unreadableFile, message: "the settings cannot be read: \(error)")
      ]
    }
  }

  /// Parses a configuration.
  package init(parsing bytes: [UInt8]) {
    self.init()
    let settings = FrontMatter(settings: bytes)
    if let problem = settings.problem {
      findings.append(problem)
      return
    }
    for field in settings.fields { read(field, bytes) }
  }

  static func initialText(timeZone: String?) -> String {
    "# Settings of this vault, shared by every device.\nformat: 1\n"
      + (timeZone.map { "timezone: \($0)\n" } ?? "")
  }

  private mutating func read(_ field: FrontMatter.Field, _ bytes: [UInt8]) {
    let text = field.value.text
    func size(_ node: YAMLNode, _ name: String, default current: Int64) -> Int64 {
      if let size = node.text.flatMap(ByteCount.init) { return size.bytes }
      report(.warning, "\(name) is not a size such as 25 MiB", at: node, in: bytes)
      return current
    }
    switch field.name {
    case "format":
      if let number = text.flatMap({ Int($0) }), number > 0 {
        format = number
      } else {
        report(.error, "format is not a number", at: field.value, in: bytes)
      }
    case "timezone": timeZone = text.flatMap { $0.isEmpty ? nil : $0 }
    case "media":
      guard case .mapping(let entries, _) = field.value.content else {
        return report(
          .warning, "media is not a list of keys and values", at: field.value, in: bytes)
      }
      for entry in entries {
        switch entry.key.text {
        case "max_size":
          maximumMediaSize = size(entry.value, "media.max_size", default: maximumMediaSize)
        case "max_sync":
          maximumMediaPerSync = size(
            entry.value, "media.max_sync", default: maximumMediaPerSync)
        default: reportUnknown("media.\(entry.key.text ?? "")", entry.key, in: bytes)
        }
      }
    case "categories":
      others[field.name] = field.value
      switch field.value.content {
      case .sequence(let items, _): categories = items.compactMap(\.text)
      case .mapping(let entries, _): categories = entries.compactMap(\.key.text)
      case .scalar(let text, _): categories = text.isEmpty ? [] : [text]
      }
    case "path" where !field.value.isNull:
      guard let paths = text.flatMap(NotePaths.init) else {
        return report(
          .warning,
          "path is not one such as \(NotePaths.usualText), whose file names begin with the day",
          at: field.value,
          in: bytes)
      }
      notePaths = paths
    case "path": break
    case "templates":
      let nodes =
        switch field.value.content {
        case .sequence(let items, _): items
        case .mapping, .scalar: [field.value]
        }
      for node in nodes where !node.isNull { readTemplates(node, bytes) }
    case let name where Self.otherNames.contains(name): others[name] = field.value
    default: reportUnknown(field.name, field.key, in: bytes)
    }
  }

  private mutating func readTemplates(_ node: YAMLNode, _ bytes: [UInt8]) {
    if let path = node.text.flatMap(VaultPath.init(folderNamed:)) {
      templates.append(path)
    } else {
      report(
        .warning, "templates is not a folder of this vault, such as Templates", at: node, in: bytes)
    }
  }

  private mutating func reportUnknown(_ name: String, _ node: YAMLNode, in bytes: [UInt8]) {
    report(.warning, "\(name) is not a setting of a vault and has no effect", at: node, in: bytes)
  }

  private mutating func report(
    _ severity: Finding.Severity, _ message: String, at node: YAMLNode, in bytes: [UInt8]
  ) {
    let place = bytes.withUnsafeBufferPointer { SourcePosition(of: node.range.lowerBound, in: $0) }
    findings.append(
      Finding(severity, .vaultSetting, message: message, line: place.line, column: place.column))
  }
}

extension Finding.Code {
  package static let vaultSetting = Finding.Code("vault-setting")
}
