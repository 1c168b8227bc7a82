@testable import VaultSync

/// A row of the conflict table in docs/git-sync.md: what three devices do apart.
///
/// Each row has a folder of its own, so that all of them fit into one vault.
struct ConflictRow: Sendable {
  let name: String
  /// What all begin with, below the folder of the row.
  let start: [String: String]
  /// What the first, the second and the third device do.
  let changes: [[Edit]]

  init(
    _ name: String, _ start: [String: String], first: [Edit], second: [Edit], third: [Edit]
  ) {
    self.name = name
    self.start = start
    changes = [first, second, third]
  }

  /// In the texts `WORD` is what only this device says in this row, in the form that `SavedWords` knows.
  enum Edit: Sendable {
    case put(String, String)
    case append(String, String)
    case replace(String, String, String)
    /// Puts the word into a file, in place of a text of it.
    case write(String, over: String)
    /// Stores an id in a note without one.
    case identify(String, String)
    case remove(String)
    case move(String, String)
    case copy(String, String)

    func make(on device: SyncDevice, row number: Int) {
      func path(_ name: String) -> String { "\(number)/\(name)" }
      func text(_ pattern: String) -> String {
        pattern.replacing("WORD", with: "w\(number)\(device.name)")
          .replacing("ID", with: "row-\(number)")
      }
      switch self {
      case .put(let name, let new): device[path(name)] = text(new)
      case .append(let name, let new): device[path(name)]? += text(new)
      case .replace(let name, let old, let new):
        device[path(name)] = device[path(name)]?.replacing(old, with: text(new))
      case .write(let name, let old):
        device[path(name)] = device[path(name)]?.replacing(old, with: text("WORD"))
      case .identify(let name, let id):
        device[path(name)] = note(text(id), "", device[path(name)] ?? "")
      case .remove(let name): device[path(name)] = nil
      case .move(let old, let new): device.move(path(old), path(new))
      case .copy(let old, let new): device.copy(path(old), path(new))
      }
    }
  }
}

extension ConflictRow {
  /// The files with which a vault for all rows begins.
  static var start: [String: String] {
    var files = [".tl/config.yaml": "format: 1\n"]
    for (number, row) in all.enumerated() {
      for (path, text) in row.start {
        files["\(number)/\(path)"] = text.replacing("ID", with: "row-\(number)")
      }
    }
    return files
  }

  /// Has devices do what the rows say.
  ///
  /// - Returns: what must be somewhere in the end.
  static func change(_ devices: [SyncDevice]) -> SavedWords {
    var words = SavedWords()
    for (place, device) in devices.enumerated() {
      let old = device.files().values.joined(separator: "\n")
      for (number, row) in all.enumerated() {
        for edit in row.changes[place] { edit.make(on: device, row: number) }
      }
      device[".tl/config.yaml"]? += "\(device.name): 1\n"
      words.save(old, device.files().values.joined(separator: "\n"))
    }
    return words
  }
}
