internal import VaultFormat
internal import VaultStore

/// What git would do to the content of files, asked only where it could do anything.
struct FilterQuestions {
  private let repository: Repository
  private let index: GitIndex
  /// Nil until somebody asks.
  private var mayFilter: Bool?
  private var answers: [VaultPath: FilterNeed] = [:]

  init(_ repository: Repository, _ index: GitIndex) {
    self.repository = repository
    self.index = index
  }

  /// Set where the folder holds attributes that the index does not know.
  var isNeeded: Bool {
    get { mayFilter ?? false }
    set { mayFilter = newValue }
  }

  mutating func need(of path: VaultPath) throws(GitError) -> FilterNeed {
    if mayFilter == nil { mayFilter = try repository.mayFilter(index: index) }
    guard isNeeded else { return .none }
    if let answer = answers[path] { return answer }
    let need = try repository.filterNeed(of: path)
    answers[path] = need
    return need
  }

  /// Why tl cannot keep a file; nil where it can.
  mutating func obstacle(for path: VaultPath) throws(GitError) -> LeftOut.Reason? {
    switch try need(of: path) {
    case .none, .text: nil
    case .driver(let name), .encoding(let name): .needsGit(name)
    }
  }

  mutating func cleans(_ path: VaultPath) throws(GitError) -> Bool {
    try need(of: path) == .text
  }
}

extension LeftOut.Reason {
  init(_ error: any Error) {
    guard let error = error as? StoreError else {
      self = .unreadable("\(error)")
      return
    }
    switch error.reason {
    case .tooLarge(let limit): self = .tooLarge(limit: Int64(limit))
    case .link: self = .link
    case .wrongKind(let kind, _): self = .special(kind)
    default: self = .unreadable("\(error.reason)")
    }
  }
}
