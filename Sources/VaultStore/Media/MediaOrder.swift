package import VaultFormat

/// New names for the media of a note, by which their natural order is a wanted one (docs/vault-format.md, V-5).
///
/// `01-`, `02-` … go before the names, instead of such numbers that an earlier order put there. Nothing is renamed if
/// the names have the wanted order already.
package struct MediaOrder: Hashable, Sendable {
  package struct Renaming: Hashable, Sendable {
    package var old: VaultPath
    package var new: VaultPath
  }

  /// Each new name is free before the first of these and after each of them, on every system, so that they can be
  /// done in any order, and an interruption leaves every file under one of its two names.
  package let renamings: [Renaming]

  /// - Parameters:
  ///   - wanted: the media of one note in the wanted order, each once.
  ///   - others: the names in the folder that are not among these.
  package init(_ wanted: [VaultPath], others: [[UInt8]] = []) {
    let isOrdered = zip(wanted, wanted.dropFirst())
      .allSatisfy { NaturalOrder.precedes($0.name, $1.name) }
    guard !isOrdered else {
      renamings = []
      return
    }
    var taken = Set(wanted.map { NameKey($0.name) } + others.map { NameKey($0) })
    let width = max(2, String(wanted.count).count)
    var renamings: [Renaming] = []
    for (index, path) in wanted.enumerated() {
      let number = String(index + 1)
      let prefix = String(repeating: "0", count: width - number.count) + number + "-"
      let name = prefix + Self.withoutNumber(path.name, among: wanted.count)
      if name.utf8.elementsEqual(path.name) { continue }
      guard let new = Self.free(name, beside: path, &taken) else { continue }
      renamings.append(Renaming(old: path, new: new))
    }
    self.renamings = renamings
  }

  /// A portable name that is not taken, with `-2`, `-3` … if need be.
  private static func free(
    _ name: String, beside path: VaultPath, _ taken: inout Set<NameKey>
  ) -> VaultPath? {
    let wanted = PortableName.made(from: name, normalize: Normalization.nfc)
    var number = 1
    while true {
      let name = number == 1 ? wanted : wanted.numbered(number)
      if taken.insert(NameKey(name.text.utf8)).inserted {
        return path.replacingName(with: Array(name.text.utf8))
      }
      number += 1
    }
  }

  /// The name without a number that an order put before it: two digits or more, at most twice as many as there are
  /// files, since some may have been removed, and `-`.
  private static func withoutNumber(_ name: ArraySlice<UInt8>, among count: Int) -> String {
    let text = String(decoding: name, as: UTF8.self)
    let digits = text.prefix { ("0"..."9").contains($0) }
    let rest = text.dropFirst(digits.count)
    guard digits.count >= 2, rest.first == "-", let number = Int(digits), number > 0,
      number <= 2 * count, let next = rest.dropFirst().first, next != "."
    else { return text }
    return String(rest.dropFirst())
  }
}
