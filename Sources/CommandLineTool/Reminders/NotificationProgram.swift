internal import SystemCalls

/// The program that shows a notification: the user's own, else one of the system.
struct NotificationProgram: Hashable {
  /// How a program takes a title and a text.
  enum Form: String, Hashable {
    /// As two arguments behind its own.
    case plain
    case notifySend = "notify-send"
    /// A call of org.freedesktop.Notifications (Desktop Notifications Specification 1.2).
    case gdbus
    case osascript
  }

  let command: CommandLineWords
  let form: Form
  let origin: ProgramOrigin

  #if os(macOS)
    static let forms: [Form] = [.osascript]
  #else
    static let forms: [Form] = [.notifySend, .gdbus]
  #endif

  init(_ form: Form) {
    command = CommandLineWords(program: form.rawValue, arguments: [])
    self.form = form
    origin = .found
  }

  init(named command: CommandLineWords, origin: ProgramOrigin) {
    (self.command, self.origin, form) = (command, origin, .plain)
  }

  /// `notify` of the user's own settings, else the first of `forms` on the path; nil if there is none.
  init?(_ environment: Environment, _ configuration: UserConfiguration) {
    if let notify = configuration.notify {
      self.init(named: notify, origin: .configuration(path: configuration.path ?? ""))
      return
    }
    guard let found = Self.forms.first(where: { environment.program($0.rawValue) != nil }) else {
      return nil
    }
    self.init(found)
  }

  /// The command that shows a notification; no part of the title or the text can be an option or a part of a script.
  func showing(title: String, body: String) -> CommandLineWords {
    let arguments =
      switch form {
      case .plain: [title, body]
      case .notifySend: ["-a", "tl", "--", title, Self.markup(body)]
      case .gdbus:
        [
          "call", "--session", "--dest", "org.freedesktop.Notifications", "--object-path",
          "/org/freedesktop/Notifications", "--method", "org.freedesktop.Notifications.Notify",
          "'tl'", "uint32 0", "''", Self.variant(title), Self.variant(Self.markup(body)), "@as []",
          "@a{sv} {}", "int32 -1",
        ]
      case .osascript:
        [
          "-e", "on run a", "-e", "display notification (item 2 of a) with title (item 1 of a)",
          "-e", "end run", title, body,
        ]
      }
    return CommandLineWords(program: command.program, arguments: command.arguments + arguments)
  }

  /// The body of a notification is markup, its title is not.
  private static func markup(_ text: String) -> String {
    text.escaped(["&": "&amp;", "<": "&lt;", ">": "&gt;"])
  }

  /// A string in GVariant's text format.
  private static func variant(_ text: String) -> String {
    "'" + text.escaped(["'": "\\'", "\\": "\\\\"]) + "'"
  }
}
