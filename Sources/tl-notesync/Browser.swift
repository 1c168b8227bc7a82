internal import SystemCalls

/// Opens an address in the user's browser, without a shell.
enum Browser {
  /// - Parameter program: finds a program in PATH.
  /// - Returns: false if there is no program to open it.
  static func open(_ address: String, program: (String) -> String?) -> Bool {
    #if os(macOS)
      let names = ["open"]
    #else
      let names = ["xdg-open", "wslview"]
    #endif
    guard let path = names.lazy.compactMap(program).first else { return false }
    return PipedProcess.launch(
      ChildCommand(program: path, arguments: [address], variables: .inherited()))
  }
}
