import Foundation
import NotesyncServer
import SystemCalls
import TestSupport
import Testing
import WebServer

/// What a server wrote while swift-crypto and jwt-kit made it: nobody has to sign in again.
@Suite("Sign-ins of earlier versions")
struct EarlierSignInTests {
  @Test("passwords and tokens of an earlier tl are those of this one")
  func earlier() async throws {
    let folder = try TestServer.prepared()
    try PrivateFile(folder.path("state/token-key")).write(Array("\(Self.tokenKey)\n".utf8))
    try PrivateFile(folder.path("state/accounts.json")).write(Array(Self.accounts.utf8))
    let clock = TestClock(Self.time)
    try await TestServer.run(in: folder, clock: clock) { server in
      func status(_ token: String) async throws -> Int {
        try await server.get("/api/notes", token).status
      }
      #expect(try await status(Self.access) == 200)
      #expect(try await status(Self.refresh) == 401)
      #expect(try await status(server.logIn().access) == 200)
      try await server.get("/auth/refresh", Self.refresh).expect(200)
      try await server.attempt("wrong").expect(401)
      clock.advance(3 * 3600)
      #expect(try await status(Self.access) == 401)
    }
  }

  /// In seconds since 1970: when the tokens were made.
  private static let time: Int64 = 1_795_852_433

  private static let tokenKey = "zjEQ5XiSK3IdbS38MCJLa72qFvnrADxGkp1-6h75ta8"

  private static let accounts = #"""
    {
      "accounts" : [
        {
          "id" : "554d8233-fd37-467c-9ff1-cba4e838be0b",
          "name" : "ada",
          "password" : "$scrypt$ln=15,r=8,p=3$DAGQGJYm0CTRbaOrDK/OiA$9YZlb3qaDhFXd1/G4mxzPTce+lZ+6u6MsXPpK/4FvjY"
        }
      ]
    }
    """#

  private static let access = """
    eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJmcmVzaCI6ZmFsc2UsImV4cCI6MTc5NTg2MzIzMywiaXNfYWRtaW4iOiJ1c2VyIiwibmJmI\
    joxNzk1ODUyNDMzLCJjc3JmIjoiTHNhUXRKQ29sYk5nLTE5amN2alVmNVB4Zm1XN2RzQmdXR09XdE1uWmNSRSIsInNpZCI6Il8zelhKMV9XZVp\
    GY3dpd21NTkRHeW5fU004OGpIeFJIcnU4eW11dXQ3Q28iLCJ0eXBlIjoiYWNjZXNzIiwicHdkIjoiYmMzYjViZDJjMmQ4YTFmYjc4NmU4YTU1N\
    2MwNDVjYmMiLCJpYXQiOjE3OTU4NTI0MzMsInN1YiI6IjU1NGQ4MjMzLWZkMzctNDY3Yy05ZmYxLWNiYTRlODM4YmUwYiIsImp0aSI6Ilg1aVl\
    1SFpNRm9Vb20zMlhhejIyMkU2UTAzcjJOOHc1ZVkzdjZ5QmNZQzAifQ.0qYfaXDqsv41BUR9ZR0ZVdd-i9gR7wB-uogmcSgcC3s
    """

  private static let refresh = """
    eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpYXQiOjE3OTU4NTI0MzMsImZyZXNoIjpmYWxzZSwiY3NyZiI6Ii1ZSmpwOUtHYUtnZE05S\
    kI5MThxa3Y2ZHZCYnR0SXRNODBGUllYZDNuMWciLCJzdWIiOiI1NTRkODIzMy1mZDM3LTQ2N2MtOWZmMS1jYmE0ZTgzOGJlMGIiLCJ0eXBlIjo\
    icmVmcmVzaCIsImlzX2FkbWluIjoidXNlciIsInNpZCI6Il8zelhKMV9XZVpGY3dpd21NTkRHeW5fU004OGpIeFJIcnU4eW11dXQ3Q28iLCJuY\
    mYiOjE3OTU4NTI0MzMsInB3ZCI6ImJjM2I1YmQyYzJkOGExZmI3ODZlOGE1NTdjMDQ1Y2JjIiwiZXhwIjoxNzk4NDQ0NDMzLCJqdGkiOiI4NTd\
    XTmg1T1BhTTAxaUQ4Z2ZlZFlmR2xaNjg0VW5oUlktMDltQjg2dXJBIn0.p7nkULlrB85Px6SjJ2rBuhb-uNphn14bjSg2ge9UFaY
    """
}
