internal import VaultFormat
package import VaultStore

/// The name of a device in its commits and conflict copies.
package enum DeviceName {
  /// The most bytes of a name; it has to fit into a file name with the note's own.
  static let limit = 40

  /// The file with the name, which stays when the host's name changes.
  static let file = VaultPath(in: VaultLayout.local, named: "device".utf8)

  /// `name` in a form for file names and commit messages.
  ///
  /// Letters and digits of any script, in NFC, with one `-` for each run of other characters; at most 40 bytes.
  /// `device` if nothing is left.
  package static func fit(_ name: String) -> String {
    var fitted = ""
    var isPending = false
    let normal = String(decoding: Normalization.nfc(Array(name.utf8)), as: UTF8.self)
    for scalar in normal.unicodeScalars {
      guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
        isPending = !fitted.isEmpty
        continue
      }
      let part = (isPending ? "-" : "") + String(scalar)
      guard fitted.utf8.count + part.utf8.count <= limit else { break }
      fitted += part
      isPending = false
    }
    return fitted.isEmpty ? "device" : fitted
  }

  /// The name of this device: `given` (`TL_DEVICE`), or else the stored one in `.tl/local`, or else the host's, which
  /// is stored.
  package static func current(in folder: VaultFolder, given: String?, host: String) -> String {
    if let known = kept(in: folder, given: given) { return known }
    let name = of(host)
    // A read-only vault reports that later, and more clearly.
    try? folder.makeFolders(VaultLayout.local)
    _ = try? AtomicFileWriter(folder).create(file, Array((name + "\n").utf8))
    return name
  }

  /// The name of the device, which is not stored if it is new.
  package static func known(in folder: VaultFolder, given: String?, host: String) -> String {
    kept(in: folder, given: given) ?? of(host)
  }

  private static func kept(in folder: VaultFolder, given: String?) -> String? {
    if let given, !given.isEmpty { return fit(given) }
    guard let bytes = try? folder.read(file, limit: 1 << 10).bytes else { return nil }
    let kept = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    return kept.isEmpty ? nil : fit(kept)
  }

  /// The first part of `host.local` and `host.example.org`, which distinguishes devices.
  private static func of(_ host: String) -> String { fit(String(host.prefix { $0 != "." })) }
}

/// The trailer of a commit message that names the device.
enum DeviceTrailer {
  static let key = "Tl-Device"

  static func line(_ device: String) -> String { "\(key): \(device)" }

  /// The device in the last paragraph; the last one of several.
  static func device(in message: String) -> String? {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.last == "\r" ? $0.dropLast() : $0 }
    let last = lines.reversed().drop { $0.isEmpty }.prefix { !$0.isEmpty }
    return last.first { $0.hasPrefix(key + ": ") }.map { String($0.dropFirst(key.count + 2)) }
  }
}
