internal import Mustache

/// Templates in Mustache, which make HTML of views.
///
/// What a view holds decides whether it is escaped, not the template: text always is, and only `SafeHTML` is shown as it
/// is.
package struct TemplateLibrary: Sendable {
  /// A template that cannot be read.
  package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    package var name: String
    package var reason: String
    package var description: String { "template \(name): \(reason)" }
  }

  private let library: MustacheLibrary

  /// - Parameter sources: by name; templates include each other by these names.
  package init(_ sources: [String: String]) throws(Problem) {
    var templates: [String: MustacheTemplate] = [:]
    for (name, source) in sources {
      do {
        templates[name] = try MustacheTemplate(string: Self.prepared(source))
      } catch {
        throw Problem(name: name, reason: "\(error)")
      }
    }
    library = MustacheLibrary(templates: templates)
  }

  /// - Throws: if there is no such template.
  package func html(_ name: String, _ view: TemplateView) throws(Problem) -> SafeHTML {
    guard let text = library.render(view, withTemplate: name) else {
      throw Problem(name: name, reason: "there is no such template")
    }
    return SafeHTML(markup: Array(text.utf8))
  }

  /// Without escaping by the library, which would escape a second time, and with included templates at the start of
  /// their lines, since the library would indent every line of them, also in preformatted text.
  private static func prepared(_ source: String) -> String {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let text = line.drop { $0 == " " || $0 == "\t" }
      return text.hasPrefix("{{>") ? text : line
    }
    return "{{%CONTENT_TYPE:TEXT}}" + lines.joined(separator: "\n")
  }
}
