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

/// A value that a template shows or tests.
package enum TemplateValue: Hashable, Sendable {
  /// Absent: shown as nothing, and false.
  case none
  /// Escaped wherever it is shown; false if it is empty.
  case text(String)
  case html(SafeHTML)
  case flag(Bool)
  case view(TemplateView)
  case list([TemplateView])
  /// Each is shown by `{{.}}`.
  case texts([String])
}

/// The values of a template, by name.
///
/// A view holds every name that its template uses, also for absent values: templates look a name up in the views around
/// as well, and a misspelt one would be found nowhere.
package struct TemplateView: Hashable, Sendable {
  package var values: [String: TemplateValue]

  package init(_ values: [String: TemplateValue]) {
    self.values = values
  }

  package subscript(name: String) -> TemplateValue? {
    get { values[name] }
    set { values[name] = newValue }
  }
}

extension TemplateView: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, TemplateValue)...) {
    values = Dictionary(elements) { _, last in last }
  }
}

extension TemplateValue: ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral {
  package init(stringLiteral text: String) { self = .text(text) }
  package init(booleanLiteral flag: Bool) { self = .flag(flag) }

  /// Absent if it is nil.
  package static func optional(_ text: String?) -> TemplateValue { text.map(Self.text) ?? .none }

  package static func optional(_ view: TemplateView?) -> TemplateValue {
    view.map(Self.view) ?? .none
  }
}

extension TemplateView: MustacheParent {
  package func child(named name: String) -> Any? {
    guard let value = values[name] else { return nil }
    return switch value {
    // Not nil, so that it is not looked up in the views around.
    case .none: Markup(html: "")
    case .text(let text): Markup(html: SafeHTML(escaping: text).text)
    case .html(let html): Markup(html: html.text)
    case .flag(let flag): flag
    case .view(let view): view
    case .list(let views): views
    case .texts(let texts): texts.map { Markup(html: SafeHTML(escaping: $0).text) }
    }
  }
}

/// HTML that is shown as it is, in double and in triple braces: text was escaped when it became one.
private struct Markup: MustacheCustomRenderable {
  let html: String

  var renderText: String { html }
  var isNull: Bool { html.isEmpty }
}
