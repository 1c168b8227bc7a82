import Foundation
import VaultFormat

@testable import Page

/// Asks the API of a page as a program does.
struct APIClient {
  let page: RunningPage
  var token: String?
  /// Instead of the page's own name.
  var host: String?

  /// - Parameter body: also its type, unless that is among the headers.
  func ask(
    _ method: String, _ path: String, _ headers: [String: String] = [:], body: String = "",
    type: String? = nil
  ) async throws -> Browser.Answer {
    var all = headers
    if let token { all["Authorization"] = all["Authorization"] ?? "Bearer \(token)" }
    if let host { all["Host"] = host }
    if let type { all["Content-Type"] = type }
    return try await Browser(page: page).send(method, path, all, body: body)
  }

  func json(
    _ method: String, _ path: String, _ headers: [String: String] = [:], _ body: String
  ) async throws -> Browser.Answer {
    try await ask(method, path, headers, body: body, type: "application/json")
  }
}

extension RunningPage {
  /// A program with a new token.
  func program(isReadOnly: Bool = false) throws -> APIClient {
    let token = try site.scripts.add(
      AccessToken(name: "test", isReadOnly: isReadOnly, created: 1_795_000_000))
    return APIClient(page: self, token: token)
  }

  /// The page, and a program with a new token.
  func withProgram(isReadOnly: Bool = false) throws -> (RunningPage, APIClient) {
    (self, try program(isReadOnly: isReadOnly))
  }
}

extension Browser.Answer {
  /// The value at a path of keys, such as `error.code`.
  func value(_ path: String) throws -> Any? {
    var value: Any? = try JSONSerialization.jsonObject(with: Data(body.utf8))
    for key in path.split(separator: ".") {
      if let number = Int(key) {
        value = (value as? [Any]).flatMap { $0.indices.contains(number) ? $0[number] : nil }
      } else {
        value = (value as? [String: Any])?[String(key)]
      }
    }
    return value
  }

  func text(_ path: String) throws -> String? { try value(path) as? String }
  var code: String? { try? text("error.code") }
}
