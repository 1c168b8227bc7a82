/// Why nothing, or not all, went to a remote or came from it.
///
/// Texts are the words of the server, of ssh or of git: at most some two kilobytes, with line ends
/// in them, and not to be trusted on a terminal. After an error of a fetch no reference has moved;
/// after one of a push what the remote holds is what it held, but for `unreachable` and `cancelled`,
/// where the answer may have been lost on its way.
package enum TransportError: Error, Hashable, Sendable {
  /// `timeLimit`: nothing was heard for as long as one waits; otherwise nobody answered there, or
  /// the line broke.
  case unreachable(message: String, timeLimit: Bool)
  /// Access was denied.
  case authentication(AuthenticationProblem, message: String)
  /// The remote could not store what was sent.
  case notStored(message: String)
  /// ssh does not know the server's key.
  case unknownHost(message: String)
  /// The server's key is another one than the known one, or was revoked.
  ///
  /// `removal`: the command by which ssh forgets the known key, where ssh names it.
  case changedHost(removal: String?, message: String)
  /// No encrypted connection came about: mostly a certificate that nobody here vouches for.
  case encryption(message: String)
  /// The server, or the folder, has no repository of that name (or shows it to others only).
  case notARepository(message: String)
  /// Something other than git's protocol came: mostly what a shell's start files print.
  case noise(firstBytes: String)
  /// The server did not take a branch: its reason, and what it said besides.
  case refused(reference: String, reason: String, message: String)
  /// The remote has commits that are not in what was to be pushed, or somebody pushed meanwhile.
  case moved
  case cancelled
  /// A program is needed and not there; `onServer`: not there on the remote machine.
  case programMissing(name: String, onServer: Bool)
  case refusedAddress(String, AddressFault)
  /// There is no such remote in the repository's settings.
  case noSuchRemote(String)
  /// The settings say which branch of the remote is followed, or pushed to, and the remote has others, but not this
  /// one: it was renamed or removed there. All names in full; the remote's usual one comes first.
  case branchGone(remote: String, branch: String, others: [String])
  /// Git's settings have the branch pushed nowhere.
  case noPushRoute(PushObstacle)
  case git(GitError)
}

extension TransportError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreachable(let message, timeLimit: true):
      message.isEmpty ? "no answer within the time limit" : message
    case .unreachable(let message, timeLimit: false), .authentication(_, let message),
      .unknownHost(let message), .changedHost(_, let message), .encryption(let message),
      .notARepository(let message), .notStored(let message):
      message
    case .noise(let bytes): "not git's protocol: \(bytes)"
    case .refused(let reference, let reason, _): "\(reference) was refused: \(reason)"
    case .moved: "the remote has commits that are not here"
    case .cancelled: "cancelled"
    case .programMissing(let name, onServer: true): "no \(name) on the server"
    case .programMissing(let name, onServer: false): "no \(name) on this machine"
    case .refusedAddress(let address, let fault): "\(address): \(fault)"
    case .noSuchRemote(let name): "no remote named \(name)"
    case .branchGone(let remote, let branch, _): "\(remote) has no branch \(branch.withoutHeads)"
    case .noPushRoute(let obstacle): "\(obstacle)"
    case .git(let error): "\(error)"
    }
  }
}

extension AddressFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "no address"
    case .controlCharacter: "a control character in an address"
    case .looksLikeOption: "a part of it begins like an option"
    case .shellCharacter: "a character that acts in a shell"
    case .incomplete: "no complete address"
    case .unknownScheme(let scheme): "addresses with \(scheme) are not followed"
    }
  }
}
