import Testing

@testable import CommandLineTool

@Suite("Programs that show notifications")
struct NotificationProgramTests {
  private static func words(_ form: NotificationProgram.Form, _ title: String, _ body: String)
    -> [String]
  {
    NotificationProgram(form).showing(title: title, body: body).arguments
  }

  @Test("no title is an option, and no text is markup")
  func notifySend() {
    #expect(
      Self.words(.notifySend, "-5 °C <b>", "<i>a</i> & b &lt; \u{338}>\u{338}")
        == [
          "-a", "tl", "--", "-5 °C <b>", "&lt;i&gt;a&lt;/i&gt; &amp; b &amp;lt; \u{338}&gt;\u{338}",
        ])
  }

  @Test("gdbus is given strings in its text format")
  func gdbus() {
    let words = Self.words(.gdbus, #"it's "\" 'uint32 1'"#, "<a>")
    #expect(
      words.suffix(8) == [
        "'tl'", "uint32 0", "''", #"'it\'s "\\" \'uint32 1\''"#, "'&lt;a&gt;'", "@as []",
        "@a{sv} {}", "int32 -1",
      ])
    #expect(words.first == "call" && words.contains("org.freedesktop.Notifications.Notify"))
  }

  @Test("the script of osascript is always the same; title and text are its arguments")
  func osascript() {
    #expect(
      Self.words(.osascript, "\" & (do shell script \"id\")", "b <&>") == [
        "-e", "on run a", "-e", "display notification (item 2 of a) with title (item 1 of a)", "-e",
        "end run", "\" & (do shell script \"id\")", "b <&>",
      ])
  }

  @Test("the user's own program gets both as they are, behind its own arguments")
  func own() throws {
    let command = try #require(CommandLineWords("ntfy publish https://ntfy.home/me"))
    let program = NotificationProgram(named: command, origin: .found)
    let words = program.showing(title: "-a", body: "<&>")
    #expect(words.program == "ntfy")
    #expect(words.arguments == ["publish", "https://ntfy.home/me", "-a", "<&>"])
  }

  @Test("the bus of the user is named if it is there")
  func bus() {
    var asked: [String] = []
    let found = SessionBus.defaults(user: 1000) { path in
      asked.append(path)
      return true
    }
    #expect(found == ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1000/bus"])
    #expect(asked == ["/run/user/1000/bus"])
    #expect(SessionBus.defaults(user: 1000) { _ in false }.isEmpty)
  }
}
