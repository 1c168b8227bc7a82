internal import Media
internal import SystemCalls
internal import VaultFormat

/// Files that were sent for an import and wait until it is carried out, in a folder of their own in the state folder.
struct PendingImport: Sendable {
  /// 16 hexadecimal digits.
  let id: String
  /// Absolute.
  let folder: String

  /// In seconds; what is older is removed.
  static let lifetime: Int64 = 86_400
  /// How many may wait at once: each is as large as a form may be.
  static let limit = 8

  /// The one with an id; nil if it is not there.
  init?(_ id: String, in imports: String) {
    guard id.utf8.count == 16, id.utf8.allSatisfy({ (0x30...0x39 ~= $0) || (0x61...0x66 ~= $0) })
    else { return nil }
    let folder = "\(imports)/\(id)"
    guard SystemPath.isFolder(folder) else { return nil }
    (self.id, self.folder) = (id, folder)
  }

  /// Takes the files of a form.
  ///
  /// Files of one folder of the person's stay together, since the film of a Live Photo is known by its name.
  init(taking files: [UploadedFile], in imports: String) throws(SystemError) {
    id = UInt64.random(in: .min ... .max).hexadecimalDigits
    folder = "\(imports)/\(id)"
    try SystemPath.makeFolders(folder, permissions: 0o700)
    var folders: [Substring: Int] = [:]
    var names: Set<String> = []
    var taken: [String: String] = [:]
    for file in files {
      let end = file.name.lastIndex { $0 == "/" || $0 == "\\" }
      let number = folders[end.map { file.name[..<$0] } ?? "", default: folders.count]
      folders[end.map { file.name[..<$0] } ?? ""] = number
      let wanted = PortableName.made(from: String(file.safeName.drop { $0 == "." || $0 == " " }))
      var (name, count) = (wanted, 1)
      while !names.insert("\(number)/\(name.text.lowercased())").inserted {
        count += 1
        name = wanted.numbered(count)
      }
      try SystemPath.makeFolders("\(folder)/\(number)", permissions: 0o700)
      let path = "\(folder)/\(number)/\(name.text)"
      // Of files with the same content that were sent before the form, there is one.
      if let same = taken[file.path] {
        let copy = try FileDescriptor(openingFolder: "\(folder)/\(number)")
          .createFile(Array(name.text.utf8), permissions: 0o600)
        _ = try FileDescriptor(openingFile: same).copyAll(to: copy)
      } else {
        try SystemPath.rename(file.path, to: path)
        taken[file.path] = path
      }
    }
  }

  var files: [PhotoCollection.File] { PhotoCollection(of: [folder]).files }

  /// Removes it with its files.
  func remove() throws(SystemError) {
    for name in try SystemPath.namesIfPresent(in: folder) {
      for file in try SystemPath.namesIfPresent(in: "\(folder)/\(name)") {
        try SystemPath.remove("\(folder)/\(name)/\(file)")
      }
      try SystemPath.removeFolder("\(folder)/\(name)")
    }
    try SystemPath.removeFolder(folder)
  }

  /// All that wait, after those that have waited too long are removed.
  ///
  /// - Parameters:
  ///   - now: in seconds since 1970-01-01T00:00:00Z.
  ///   - isUsed: whether one is being imported, and stays whatever its age.
  static func all(
    in imports: String, now: Int64, isUsed: (_ id: String) -> Bool = { _ in false }
  ) throws(SystemError) -> [PendingImport] {
    var waiting: [PendingImport] = []
    for name in try SystemPath.namesIfPresent(in: imports).sorted() {
      guard let pending = PendingImport(name, in: imports) else { continue }
      let made = try FileDescriptor.status(ofPath: pending.folder).modified.seconds
      if made < now - lifetime, !isUsed(pending.id) {
        try pending.remove()
      } else {
        waiting.append(pending)
      }
    }
    return waiting
  }
}
