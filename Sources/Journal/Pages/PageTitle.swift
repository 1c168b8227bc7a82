package import VaultFormat

/// The title of a page, by which it is named.
package struct PageTitle: Hashable, Sendable {
  package let text: String

  /// Why a text cannot be a title.
  package enum Problem: Error, Hashable, Sendable {
    case isEmpty
    /// A path has `/`, a number of a list begins with `@`, and a name has one line.
    case isNoName(String)
    /// Another page is called so.
    case isTaken(by: VaultPath, title: String)
  }

  /// - Parameters:
  ///   - text: blanks around it do not count.
  ///   - pages: those of its kind; `own` is the path of the page itself, if it has a title already.
  package init(
    _ text: String, among pages: [some NamedPage], own: VaultPath? = nil
  ) throws(Problem) {
    self.text = text.trimmingBlanks
    guard !self.text.isEmpty else { throw .isEmpty }
    if let owner = pages.first(where: { $0.path != own && $0.isCalled(self.text) }) {
      throw .isTaken(by: owner.path, title: owner.title)
    }
    guard Self.isName(self.text) else { throw .isNoName(self.text) }
  }

  /// Whether a page with this title can be named by it.
  package static func isName(_ text: String) -> Bool {
    !text.contains("/") && !text.hasPrefix("@") && !text.contains(where: \.isNewline)
  }
}
