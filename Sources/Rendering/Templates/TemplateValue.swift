internal import Mustache

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
