@testable import VaultSync

/// A row of the conflict table in docs/git-sync.md: what three devices do apart.
///
/// Each row has a folder of its own, so that all of them fit into one vault.
struct ConflictRow: Sendable {
  let name: String
  /// What all begin with, below the folder of the row.
  let start: [String: String]
  /// What the first, the second and the third device do.
  let changes: [@Sendable (Side) -> Void]

  init(
    _ name: String, _ start: [String: String], first: @escaping @Sendable (Side) -> Void,
    second: @escaping @Sendable (Side) -> Void, third: @escaping @Sendable (Side) -> Void
  ) {
    self.name = name
    self.start = start
    changes = [first, second, third]
  }

  /// The files of a row as one device has them.
  struct Side {
    let device: SyncDevice
    let number: Int

    /// What only this device says in this row, in the form that `SavedWords` knows.
    var word: String { "w\(number)\(device.name)" }
    /// The id of the note of this row.
    var id: String { "row-\(number)" }

    subscript(path: String) -> String? {
      get { device["\(number)/\(path)"] }
      nonmutating set { device["\(number)/\(path)"] = newValue }
    }

    func move(_ old: String, _ new: String) { device.move("\(number)/\(old)", "\(number)/\(new)") }
    func copy(_ old: String, _ new: String) { device.copy("\(number)/\(old)", "\(number)/\(new)") }

    /// Puts this device's word into a file, in place of a text of it.
    func write(_ path: String, over text: String) {
      self[path] = self[path]?.replacing(text, with: word)
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
        row.changes[place](Side(device: device, number: number))
      }
      device[".tl/config.yaml"]? += "\(device.name): 1\n"
      words.save(old, device.files().values.joined(separator: "\n"))
    }
    return words
  }
}
