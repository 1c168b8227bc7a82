internal import SystemCalls

/// Where tl-media is.
package enum WorkerProgram {
  /// Beside tl's own program, as a build has it, or else in `../libexec/tl` as it is installed; nil if in neither.
  ///
  /// - Parameter own: the absolute path of the running program.
  package static func path(besides own: String) -> String? {
    candidates(besides: own).first { path in
      (try? FileDescriptor.status(ofPath: path))?.kind == .file
    }
  }

  static func candidates(besides own: String) -> [String] {
    let parts = own.split(separator: "/")
    guard own.hasPrefix("/"), !parts.isEmpty else { return [] }
    let folder = parts.dropLast()
    return [folder + ["tl-media"], folder.dropLast() + ["libexec", "tl", "tl-media"]].map {
      "/" + $0.joined(separator: "/")
    }
  }
}
