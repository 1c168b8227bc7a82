/// A page without scripts or external resources, which no other page may frame.
package struct HTMLPage {
  let title: String
  /// HTML.
  let body: String
  /// Where its form may lead, redirects included, as a content security policy source list.
  package var formTargets = "'none'"

  /// - Parameter body: HTML.
  package init(title: String, body: String) {
    self.title = title
    self.body = body
  }

  var text: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(Self.escaped(title))</title>
    <style>\(Self.style)</style>
    </head>
    <body>
    <main>
    <h1>\(Self.escaped(title))</h1>
    \(body)
    </main>
    </body>
    </html>

    """
  }

  var headers: [(String, String)] {
    [
      (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'unsafe-inline'; form-action \(formTargets); "
          + "base-uri 'none'; frame-ancestors 'none'"
      ),
      ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
      ("Referrer-Policy", "no-referrer"),
    ]
  }

  /// Text escaped for element content and quoted attributes.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static let style = """
    :root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
    main { max-width: 22rem; margin: 12vh auto; padding: 0 1rem; }
    h1 { font-size: 1.4rem; }
    label { display: block; margin: 1rem 0; }
    input { display: block; box-sizing: border-box; width: 100%; padding: .6rem; font: inherit; }
    button { width: 100%; padding: .7rem; font: inherit; font-weight: 600; }
    code { display: block; overflow-wrap: anywhere; user-select: all; padding: .6rem;
      border: 1px solid; }
    [role=alert] { border-left: .3rem solid #c33; padding-left: .6rem; }
    """
}
