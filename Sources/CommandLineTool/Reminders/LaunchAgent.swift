internal import Journal

/// The agent of launchd that runs a job (launchd.plist(5)).
///
/// It comes every quarter of an hour all day; tl itself keeps the hours.
enum LaunchAgent {
  /// Its label, and the name of its file without the ending.
  static func name(_ mark: String) -> String { "tl.due.\(mark)" }

  static func propertyList(_ job: ReminderJob) -> String {
    let words = job.command.map { "    <string>\(XMLText.escaped($0))</string>\n" }
    let variables = job.sortedVariables.map {
      "    <key>\($0.name)</key>\n    <string>\(XMLText.escaped($0.value))</string>\n"
    }
    let environment =
      variables.isEmpty
      ? "" : "  <key>EnvironmentVariables</key>\n  <dict>\n\(variables.joined())  </dict>\n"
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <!-- Made by tl due install; tl due uninstall removes it. -->
      <plist version="1.0">
      <dict>
        <key>Label</key>
        <string>\(name(job.mark))</string>
        <key>ProgramArguments</key>
        <array>
      \(words.joined())  </array>
      \(environment)  <key>StartInterval</key>
        <integer>900</integer>
        <key>ProcessType</key>
        <string>Background</string>
      </dict>
      </plist>

      """
  }
}
