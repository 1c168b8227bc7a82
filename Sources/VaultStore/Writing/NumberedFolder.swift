internal import SystemCalls
internal import VaultFormat

/// A folder whose entries begin with a number, so that users can refer to them.
///
/// A number belongs to its entry as long as that exists, and afterwards to none if the entry was retired.
struct NumberedFolder {
  let vault: VaultFolder
  let path: VaultPath

  /// The numbers of entries named by a number and `ending`, in ascending order.
  func numbers(endingWith ending: String = "") throws(StoreError) -> [Int] {
    guard try vault.exists(path) else { return [] }
    return try vault.list(path).compactMap { Self.number(of: $0.name, ending) }.sorted()
  }

  /// Greater numbers are not tl's.
  static let largest = 999_999_999

  /// The highest number in use plus one, including editors' hidden files.
  func next() throws(StoreError) -> Int {
    guard try vault.exists(path) else { return 1 }
    let highest =
      try vault.list(path).compactMap { entry in
        Self.leadingNumber(entry.name.drop { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "#") })
      }.max() ?? 0
    return highest + 1
  }

  /// Deletes an entry whose number must not be given again: an older list or address would mean another entry then.
  ///
  /// The highest of the numbers that are in use no more is marked by an empty hidden file.
  func retire(_ number: Int) throws(StoreError) {
    if try next() == number + 1 {
      let former = try vault.list(path).filter { $0.kind == .file && Self.isMark($0.name) }
      let mark = try child(".\(number)")
      if try !vault.exists(mark) { _ = try AtomicFileWriter(vault).create(mark, []) }
      for entry in former where entry.name != Array(mark.name) {
        if let path = path.appending(entry.name) { try vault.removeFile(path) }
      }
    }
    try vault.removeTree(child("\(number)"))
  }

  private static func isMark(_ name: [UInt8]) -> Bool {
    name.first == UInt8(ascii: ".") && number(of: Array(name.dropFirst()), "") != nil
  }

  func child(_ name: String) throws(StoreError) -> VaultPath {
    guard let child = path.appending(name.utf8) else { throw StoreError(name, .invalidName) }
    return child
  }

  private static func number(of name: [UInt8], _ ending: String) -> Int? {
    guard let number = leadingNumber(name) else { return nil }
    return name.elementsEqual("\(number)\(ending)".utf8) ? number : nil
  }

  /// At most nine digits, far from the limit of `Int`.
  static func leadingNumber(_ name: some Collection<UInt8>) -> Int? {
    let digits = name.prefix { (0x30...0x39).contains($0) }
    guard digits.count <= 9 else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
