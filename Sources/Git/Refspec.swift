/// One line of `remote.NAME.fetch` or `remote.NAME.push` (git-fetch(1), git-push(1)).
struct Refspec: Hashable {
  /// `^` in front: what it matches is left out, whatever other lines say.
  let isNegative: Bool
  /// In full, with at most one `*`; empty for `:`, the branches that both sides have.
  let source: String
  /// Nil where none is named.
  let destination: String?

  init(_ text: String) {
    var rest = text[...]
    isNegative = rest.first == "^"
    if isNegative || rest.first == "+" { rest = rest.dropFirst() }
    guard let colon = rest.firstIndex(of: ":") else {
      source = Self.inFull(rest)
      destination = nil
      return
    }
    source = Self.inFull(rest[..<colon])
    let other = rest[rest.index(after: colon)...]
    destination = other.isEmpty ? nil : Self.inFull(other)
  }

  /// `main` stands for a branch here: what else it could be is nothing that a sync moves.
  private static func inFull(_ name: Substring) -> String {
    let isFull = name.isEmpty || name == "HEAD" || name == "@" || name.hasPrefix("refs/")
    return isFull ? String(name) : "refs/heads/\(name)"
  }

  func matches(_ reference: String) -> Bool { part(of: reference) != nil }

  /// Where a reference goes; nil where the line says nothing of it.
  func mapped(_ reference: String) -> String? {
    guard !isNegative, let destination, let part = part(of: reference) else { return nil }
    guard let star = destination.firstIndex(of: "*") else { return destination }
    return String(destination[..<star] + part + destination[destination.index(after: star)...])
  }

  /// What the `*` of the source stands for: empty where there is none; nil where it does not match.
  private func part(of reference: String) -> Substring? {
    guard let star = source.firstIndex(of: "*") else { return source == reference ? "" : nil }
    let start = source[..<star].utf8
    let end = source[source.index(after: star)...].utf8
    let bytes = reference.utf8
    guard bytes.count >= start.count + end.count, bytes.starts(with: start),
      bytes.suffix(end.count).elementsEqual(end)
    else { return nil }
    return Substring(bytes.dropFirst(start.count).dropLast(end.count))
  }
}

extension [Refspec] {
  /// Where the first line that says something of a reference has it go; nil where none does, or one leaves it out.
  func mapped(_ reference: String) -> String? {
    guard !contains(where: { $0.isNegative && $0.matches(reference) }) else { return nil }
    return lazy.compactMap { $0.mapped(reference) }.first
  }
}

/// The reference in which what is known of a remote's branch is kept.
enum TrackingReference {
  private static let folder = "refs/remotes/"

  /// What the settings of the remote say, as long as that is below `refs/remotes/`.
  ///
  /// A mirror has its branches fetched into the own ones (`+refs/heads/*:refs/heads/*`): that would move the
  /// branch that is checked out.
  ///
  /// - Parameters:
  ///   - branch: in the remote, `refs/heads/…`.
  ///   - refspecs: those of `remote.NAME.fetch`.
  package static func name(of branch: String, at remote: String, _ refspecs: [Refspec]) -> String {
    if let mapped = refspecs.mapped(branch), mapped.hasPrefix(folder) { return mapped }
    return "\(folder)\(remote)/\(branch.withoutHeads)"
  }
}

extension String {
  /// A branch without `refs/heads/`.
  package var withoutHeads: Substring {
    hasPrefix("refs/heads/") ? dropFirst("refs/heads/".count) : self[...]
  }
}
