import Testing

@testable import Page

@Suite("Paths of routes")
struct PathPatternTests {
  @Test(
    "a path is matched segment by segment",
    arguments: [
      ("/", "/", []), ("/n/{id}", "/n/abc", ["abc"]), ("/n/{id}/edit", "/n/a%20b/edit", ["a b"]),
      ("/media/{…path}", "/media/a/b%2Fc", nil),
      ("/media/{…path}", "/media/a/%C3%A9.jpg", ["a/é.jpg"]),
      ("/n/{id}", "/n/", nil), ("/n/{id}", "/n/a/b", nil), ("/n/{id}", "n/a", nil),
      ("/n/{id}", "/n/%", nil), ("/n/{id}", "/n/%00", nil), ("/n/{id}", "/n/%FF", nil),
      ("/tags", "/tags/", nil), ("/tags", "//tags", nil), ("/", "//", nil),
    ] as [(String, String, [String]?)])
  func matches(pattern: String, path: String, values: [String]?) {
    #expect(PathPattern(pattern).match(path) == values)
  }

  @Test("no two routes with the same method answer one path")
  func unambiguous() {
    for (index, route) in RouteTable.routes.enumerated() {
      for other in RouteTable.routes[..<index] where other.method == route.method {
        #expect(other.pattern != route.pattern)
      }
    }
  }
}
