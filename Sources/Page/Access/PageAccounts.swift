internal import Cryptography
internal import SystemCalls
package import WebServer

/// The accounts that open this vault's page.
package struct PageAccounts: Sendable {
  private let signIn: PasswordSignIn
  /// Absolute and without links.
  private let vault: String

  /// - Parameter vault: the path of the page's vault, absolute and without links; accounts with another one do not open
  ///   the page.
  package init(_ signIn: PasswordSignIn, vault: String) {
    self.signIn = signIn
    self.vault = vault
  }

  /// Whether nobody can sign in by a password.
  var isEmpty: Bool { signIn.accounts.isEmpty }

  func check(_ name: String, _ password: String, from address: String?) async throws
    -> PasswordSignIn.Outcome
  {
    let outcome = try await signIn.check(name: name, password: password, address: address)
    if case .account(let account) = outcome, !opens(account) { return .wrong }
    return outcome
  }

  /// The account of a session; nil if it was removed, or has another password since.
  func account(of session: Session) -> Account? {
    guard let account = signIn.accounts.account(id: session.account), opens(account),
      let stamp = session.passwordStamp,
      constantTimeEqual(stamp.utf8, account.password.stamp.utf8)
    else { return nil }
    return account
  }

  private func opens(_ account: Account) -> Bool {
    guard let own = account.vault else { return true }
    return (SystemPath.resolved(own) ?? own) == vault
  }
}
