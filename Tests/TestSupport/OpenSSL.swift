private import Foundation

/// The program, which shares no code of ours: what it reads and accepts is a certificate for others too.
package enum OpenSSL {
  /// All that it says about a certificate, with one blank between words.
  package static func words(_ der: [UInt8]) throws -> String {
    let folder = try TemporaryFolder()
    let path = try write(der, to: "certificate.der", in: folder)
    let output = try run(["x509", "-inform", "DER", "-in", path, "-noout", "-text"], in: folder)
    guard output.status == 0 else { throw CommandFailure(description: output.stderrText) }
    return output.stdoutText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether a client that trusts the root takes the certificate for a server's.
  ///
  /// - Parameters:
  ///   - time: in seconds since 1970.
  ///   - name: a host or an address that the client asked for; nil: any.
  package static func verifies(
    _ der: [UInt8], by root: [UInt8], at time: Int64, for name: String? = nil
  ) throws -> Bool {
    let folder = try TemporaryFolder()
    let path = try write(der, to: "certificate.der", in: folder)
    let rootPath = folder.path("root.pem")
    let converted = try run(
      [
        "x509", "-inform", "DER", "-in", try write(root, to: "root.der", in: folder), "-out",
        rootPath,
      ],
      in: folder)
    guard converted.status == 0 else { throw CommandFailure(description: converted.stderrText) }
    var arguments = ["verify", "-x509_strict", "-attime", "\(time)", "-CAfile", rootPath]
    if der != root { arguments += ["-purpose", "sslserver"] }
    if let name { arguments += check(of: name) }
    return try run(arguments + [path], in: folder).status == 0
  }

  /// What a server on 127.0.0.1 answers to one request.
  ///
  /// - Parameters:
  ///   - root: the only certificate that is trusted, in PEM; empty: none is.
  ///   - name: whom the certificate has to name, a host or an address.
  ///   - arguments: more of `openssl s_client`.
  /// - Throws: if there is no connection, or the certificate is not accepted.
  package static func answer(
    _ request: String, port: Int, trusting root: String, as name: String, _ arguments: [String] = []
  ) async throws -> String {
    let folder = try TemporaryFolder()
    let trust = root.isEmpty ? ["-no-CAfile"] : ["-CAfile", try folder.write(root, to: "root.pem")]
    let all =
      ["s_client", "-quiet", "-connect", "127.0.0.1:\(port)", "-verify_return_error"]
      + ["-no-CApath", "-no-CAstore", "-x509_strict"] + trust + check(of: name)
      + (isAddress(name) ? [] : ["-servername", name]) + arguments
    // The server answers by the threads that all tests share.
    let output = try await onOwnThread {
      try run(all, in: folder, stdin: Array(request.utf8))
    }
    guard output.status == 0, !output.stdout.isEmpty else {
      throw CommandFailure(description: output.stderrText)
    }
    return output.stdoutText
  }

  private static func check(of name: String) -> [String] {
    [isAddress(name) ? "-verify_ip" : "-verify_hostname", name]
  }

  private static func isAddress(_ name: String) -> Bool {
    name.allSatisfy { $0.isNumber || $0 == "." }
  }

  private static func write(
    _ bytes: [UInt8], to name: String, in folder: TemporaryFolder
  ) throws -> String {
    let path = folder.path(name)
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  private static func run(
    _ arguments: [String], in folder: TemporaryFolder, stdin: [UInt8] = []
  ) throws -> CommandOutput {
    try runProgram(
      "/usr/bin/env", ["openssl"] + arguments, in: folder.path, stdin: stdin,
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"])
  }
}

extension String {
  /// Of the subject or the authority: pairs of hex digits.
  package func keyIdentifier(_ whose: String) -> Substring? {
    firstRange(of: "X509v3 \(whose) Key Identifier: ").map {
      self[$0.upperBound...].prefix { $0 != " " }
    }
  }
}
