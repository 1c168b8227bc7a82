import Rendering
import TestSupport
import Testing

@Suite("Templates")
struct TemplateTests {
  @Test(
    "text is escaped in every form, and HTML in none",
    arguments: [
      "{{value}}", "{{{value}}}", "{{&value}}", "{{#row}}{{value}}{{/row}}", "{{>other}}",
    ])
  func escaping(template: String) throws {
    let library = try TemplateLibrary([
      "page": template, "other": "{{#row}}{{{value}}}{{/row}}",
    ])
    func shown(_ value: TemplateValue) throws -> String {
      try library.html("page", ["value": value, "row": .list([["value": value]])]).text
    }
    #expect(try shown(.text("<b a=\"'\">&")) == "&lt;b a=&quot;&#39;&quot;&gt;&amp;")
    #expect(try shown(.html(SafeHTML(escaping: "<é"))) == "&lt;é")
  }

  @Test("a section is shown for what is there")
  func sections() throws {
    let library = try TemplateLibrary([
      "page": "{{#a}}A{{/a}}{{^a}}-{{/a}}"
    ])
    let shown: [(TemplateValue, String)] = [
      (.none, "-"), ("", "-"), ("x", "A"), (false, "-"), (true, "A"), (.list([]), "-"),
      (.list([[:], [:]]), "AA"), (.view([:]), "A"), (.html(SafeHTML()), "-"),
    ]
    for (value, text) in shown {
      #expect(try library.html("page", ["a": value]).text == text, "\(value)")
    }
  }

  @Test("a list of texts is shown text by text, each escaped")
  func texts() throws {
    let library = try TemplateLibrary(["page": "{{#a}}[{{.}}]{{/a}}{{#b}}({{.}}){{/b}}"])
    #expect(
      try library.html("page", ["a": .texts(["<", "x"]), "b": "&"]).text == "[&lt;][x](&amp;)")
  }

  @Test("an absent value is not looked up in the view around")
  func absence() throws {
    let library = try TemplateLibrary(["page": "{{#rows}}[{{title}}]{{/rows}}"])
    let view: TemplateView = ["title": "outer", "rows": .list([["title": .none], ["title": "x"]])]
    #expect(try library.html("page", view).text == "[][x]")
  }

  @Test("an included template does not indent preformatted text")
  func indentation() throws {
    let library = try TemplateLibrary([
      "page": "<main>\n    {{>part}}\n</main>", "part": "<pre>{{{text}}}</pre>\nnext\n",
    ])
    #expect(
      try library.html("page", ["text": "a\nb"]).text == "<main>\n<pre>a\nb</pre>\nnext\n</main>")
  }

  @Test("a template that cannot be read, or that is not there, is an error with its name")
  func problems() throws {
    let problem = #expect(throws: TemplateLibrary.Problem.self) {
      try TemplateLibrary(["bad": "{{#a}}"])
    }
    #expect(problem?.name == "bad")
    let library = try TemplateLibrary(["page": "x"])
    #expect(throws: TemplateLibrary.Problem.self) { try library.html("other", [:]) }
  }
}
