/// One line of `remote.NAME.fetch` or `remote.NAME.push` (git-fetch(1), git-push(1)).
struct Refspec: Hashable {
  /// Begins with `^`: excludes what it matches, whatever other lines say.
  let isNegative: Bool
  /// A full name with at most one `*`; empty for `:`, the branches that both sides have.
  let source: String
  /// Nil if there is none.
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

  /// A short name is taken for a branch: a sync moves nothing else.
  private static func inFull(_ name: Substring) -> String {
    let isFull = name.isEmpty || name == "HEAD" || name == "@" || name.hasPrefix("refs/")
    return isFull ? String(name) : "refs/heads/\(name)"
  }

  func matches(_ reference: String) -> Bool { part(of: reference) != nil }

  /// The destination of a reference; nil if the line does not match it.
  func mapped(_ reference: String) -> String? {
    guard !isNegative, let destination, let part = part(of: reference) else { return nil }
    guard let star = destination.firstIndex(of: "*") else { return destination }
    return String(destination[..<star] + part + destination[destination.index(after: star)...])
  }

  /// What the `*` of the source matches: empty if there is no `*`; nil if the source does not match.
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
  /// The destination of a reference by the first line that matches; nil if none does, or if one excludes it.
  func mapped(_ reference: String) -> String? {
    guard !contains(where: { $0.isNegative && $0.matches(reference) }) else { return nil }
    return lazy.compactMap { $0.mapped(reference) }.first
  }

  /// The reference that records the last known commit of a remote's branch: by these lines, if that is below
  /// `refs/remotes/`.
  ///
  /// A mirror fetches branches into the local ones (`+refs/heads/*:refs/heads/*`), which would move the branch that is
  /// checked out.
  ///
  /// - Parameter branch: in the remote, `refs/heads/…`.
  func trackingReference(of branch: String, at remote: String) -> String {
    if let mapped = mapped(branch), mapped.hasPrefix("refs/remotes/") { return mapped }
    return "refs/remotes/\(remote)/\(branch.withoutHeads)"
  }
}

extension String {
  /// A branch without `refs/heads/`.
  package var withoutHeads: Substring {
    hasPrefix("refs/heads/") ? dropFirst("refs/heads/".count) : self[...]
  }
}
