/// The titles of persons by the names that notes use.
final class PersonTitles {
  private let persons: PersonBook
  private var known: [String: String] = [:]

  init(_ persons: PersonBook) { self.persons = persons }

  /// The name itself if no person is called so.
  func title(_ name: String) -> String {
    if let title = known[name] { return title }
    let title = persons.persons(called: name).first?.title ?? name
    known[name] = title
    return title
  }
}
