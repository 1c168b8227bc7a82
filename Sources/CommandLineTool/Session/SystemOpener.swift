package import SystemCalls

/// The system's program that opens a file or an address with the user's viewer, player or browser.
package struct SystemOpener {
  /// Absolute.
  private let path: String

  #if os(macOS)
    static let names = ["open"]
  #else
    static let names = ["xdg-open", "wslview"]
  #endif

  /// Nil if there is no such program.
  package init?(_ environment: Environment) {
    guard let path = Self.names.lazy.compactMap(environment.program).first else { return nil }
    self.path = path
  }

  /// Without its folder.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Opens a file or an address, without a shell, and does not wait.
  ///
  /// Ctrl-C in the terminal does not reach the program.
  ///
  /// - Parameter target: an absolute path or an address, which no program takes for an option.
  /// - Returns: false if the program cannot be started.
  package func open(_ target: String) -> Bool {
    PipedProcess.launch(
      ChildCommand(
        program: path, arguments: [target], variables: .inherited(), hasOwnGroup: true))
  }
}
