extension VaultPath {
  /// The path with `-2`, `-3` … before its extension, for when its own name is taken.
  ///
  /// A name that would have more than 255 bytes loses characters at the end of its stem.
  package func numbered(_ number: Int) -> VaultPath {
    let suffix = Array("-\(number)".utf8)
    let ending = name[stem.endIndex...]
    var kept = stem
    let room = max(1, PortableName.maximumLength - suffix.count - ending.count)
    if kept.count > room {
      kept = kept.prefix(room)
      // Bytes of the form 10xxxxxx continue a character, so the cut must not be before one.
      while kept.count > 1, stem[kept.endIndex] & 0xC0 == 0x80 { kept.removeLast() }
    }
    return replacingName(with: kept + suffix + ending) ?? self
  }
}
