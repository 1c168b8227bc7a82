internal import SystemCalls
internal import VaultFormat

/// A folder whose entries begin with a number, so that users can refer to them.
///
/// A number belongs to its entry as long as that exists, and afterwards to none if the entry was retired.
struct NumberedFolder {
  let vault: VaultFolder
  let path: VaultPath

  /// The numbers of entries that are named by them, in ascending order.
  func numbers() throws(StoreError) -> [Int] {
    guard try vault.exists(path) else { return [] }
    return try vault.list(path).compactMap { Self.number(of: $0.name) }.sorted()
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
    let isHighest = try next() == number + 1
    do throws(StoreError) {
      if isHighest { try mark(number) }
    } catch let error where error.system?.isFull == true {
      // What is deleted makes room for the mark. Without one an older list may mean another entry, and no more.
      try vault.removeTree(child("\(number)"))
      try? mark(number)
      return
    }
    try vault.removeTree(child("\(number)"))
  }

  private func mark(_ number: Int) throws(StoreError) {
    let former = try vault.list(path).filter { $0.kind == .file && Self.isMark($0.name) }
    let mark = try child(".\(number)")
    if try !vault.exists(mark) { _ = try AtomicFileWriter(vault).create(mark, []) }
    for entry in former where entry.name != Array(mark.name) {
      if let path = path.appending(entry.name) { try vault.removeFile(path) }
    }
  }

  private static func isMark(_ name: [UInt8]) -> Bool {
    name.first == UInt8(ascii: ".") && number(of: Array(name.dropFirst())) != nil
  }

  func child(_ name: String) throws(StoreError) -> VaultPath {
    guard let child = path.appending(name.utf8) else { throw StoreError(name, .invalidName) }
    return child
  }

  private static func number(of name: [UInt8]) -> Int? {
    guard let number = leadingNumber(name) else { return nil }
    return name.elementsEqual("\(number)".utf8) ? number : nil
  }

  /// At most nine digits, far from the limit of `Int`.
  static func leadingNumber(_ name: some Collection<UInt8>) -> Int? {
    let digits = name.prefix(while: \.isASCIIDigit)
    guard digits.count <= 9 else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}

/// Key-value pairs as lines of `key: value`, for files that users may read.
///
/// Control characters, DEL and `%` are written as `%0A`, so that a value of any bytes is one line and is restored
/// exactly.
package struct RecordText {
  /// In order.
  package private(set) var lines: [(key: String, value: [UInt8])] = []

  package init() {}

  package subscript(key: String) -> [UInt8]? {
    lines.first { $0.key == key }?.value
  }

  package func text(_ key: String) -> String? {
    self[key].map { String(decoding: $0, as: UTF8.self) }
  }

  package mutating func append(_ key: String, _ value: some Sequence<UInt8>) {
    lines.append((key, Array(value)))
  }

  package mutating func append(_ key: String, _ value: String) {
    append(key, value.utf8)
  }
}

// MARK: - Bytes

extension RecordText {
  /// Ignores invalid lines.
  package init(parsing bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let key = String(decoding: line[..<colon], as: UTF8.self)
      let value = line[(colon + 1)...]
      let text = value.first == UInt8(ascii: " ") ? value.dropFirst() : value
      append(key, EscapedBytes.decoded(text) ?? Array(text))
    }
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for line in lines {
      bytes += line.key.utf8
      bytes += ": ".utf8
      PercentEncoding.append(line.value, to: &bytes) {
        $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "%")
      }
      bytes.append(0x0A)
    }
    return bytes
  }
}
