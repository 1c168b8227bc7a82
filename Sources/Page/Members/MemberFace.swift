internal import HTTPTypes
internal import Publishing
internal import Rendering
internal import WebServer

/// What every page of a member has around its content, and how it is sent.
struct MemberFace: Sendable {
  let words: MemberWords
  let addresses: MemberAddress
  /// Whose pages these are; nil for somebody who is not known.
  let name: String?
  /// Of the device: nil without one.
  let formToken: String?
  private let templates: TemplateLibrary
  private let assets: AssetLibrary

  init(
    _ site: PageSite, _ words: MemberWords, name: String? = nil, formToken: String? = nil,
    root: String = MemberAddress.root
  ) {
    (self.words, self.name, self.formToken) = (words, name, formToken)
    addresses = MemberAddress(site.addresses, root: root)
    (templates, assets) = (site.templates, site.assets)
  }

  /// - Parameter search: the words in the search field.
  func reply(
    _ template: String, title: String, _ values: [String: TemplateValue], search: String = "",
    status: HTTPResponse.Status = .ok
  ) throws -> Reply {
    var view = TemplateView(values)
    view["page"] = .view(frame(title, search))
    let html = try templates.html(template, view)
    return Reply(status, "text/html; charset=utf-8", body: .bytes(html.bytes))
  }

  /// A part of a page, which needs none of its words.
  func part(_ template: String, _ values: TemplateView) throws -> SafeHTML {
    try templates.html(template, values)
  }

  /// A page of a heading and a sentence.
  ///
  /// - Parameters:
  ///   - kept: what somebody wrote and could not send.
  ///   - button: a form's address and label.
  func letter(
    _ letter: MemberWords.Letter, status: HTTPResponse.Status, kept: String? = nil,
    button: (action: String, label: String)? = nil
  ) throws -> Reply {
    try reply(
      "member-letter", title: letter.heading,
      [
        "heading": .text(letter.heading), "text": .text(letter.text),
        "kept": .optional(kept),
        "button": .optional(
          button.map {
            ["action": .text($0.action), "label": .text($0.label), "token": .optional(formToken)]
          }),
        "homeHref": name == nil ? .none : .text(addresses.home),
      ], status: status)
  }

  private func frame(_ title: String, _ search: String) -> TemplateView {
    [
      "lang": .text(words.site.code), "title": .text(title),
      "css": .text(assets.address("page.css")), "memberCss": .text(assets.address("member.css")),
      "picturesCss": .text(assets.address("pictures.css")),
      "favicon": .text(assets.address("mark.svg")), "icons": .text(assets.address("icons.svg")),
      "touchIcon": .text(assets.address("icon-192.png")),
      "home": .text(addresses.home), "brand": .optional(name.map(words.forMember)),
      "search": name == nil
        ? .none : .view(["action": .text(addresses.search), "query": .text(search)]),
      "leave": formToken == nil ? .none : .text(addresses.leave),
      "words": .view(TemplateView(words.table.mapValues(TemplateValue.text))),
    ]
  }
}
