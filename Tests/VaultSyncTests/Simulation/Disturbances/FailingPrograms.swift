import Foundation
import TestSupport

@testable import VaultSync

/// Hooks and a signing program that say no at times.
struct FailingPrograms: Disturbance {
  static let needsGit = true

  /// The devices whose programs say no, which they do while a file is there.
  private var saying: [String: Bool] = [:]

  private static let hook = """
    #!/bin/sh
    ! test -e "$(git rev-parse --git-common-dir)/says-no"

    """
  private static let signer = """
    #!/bin/sh
    ! test -e "$(git rev-parse --git-common-dir)/says-no" || exit 1
    cat >/dev/null
    printf '\\n[GNUPG:] SIG_CREATED D 1 8 00 1 A\\n' >&2
    printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nA\\n-----END PGP SIGNATURE-----\\n'

    """

  func begin(_ devices: SyncDevices) throws {
    let signer = try devices.folder.writeProgram(Self.signer, to: "signer")
    for (number, device) in devices.all.enumerated() {
      switch number % 4 {
      case 0:
        try devices.folder.writeProgram(Self.hook, to: "\(device.name)/vault/.git/hooks/pre-commit")
      case 1:
        try device.git("config", "gpg.program", signer)
        try device.git("config", "commit.gpgSign", "true")
      case 2:
        try devices.folder.writeProgram(Self.hook, to: "\(device.name)/vault/.git/hooks/pre-push")
      default: break
      }
    }
  }

  mutating func disturb(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws -> String {
    let saysNo = !(saying[device.name] ?? false)
    try say(saysNo, on: device)
    return "has its programs say \(saysNo ? "no" : "yes")"
  }

  mutating func end(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws {
    try say(false, on: device)
  }

  private mutating func say(_ no: Bool, on device: SyncDevice) throws {
    saying[device.name] = no
    let sign = device.root + "/.git/says-no"
    if no {
      _ = FileManager.default.createFile(atPath: sign, contents: nil)
    } else if FileManager.default.fileExists(atPath: sign) {
      try FileManager.default.removeItem(atPath: sign)
    }
  }

  func excuses(_ error: any Error) -> Bool {
    if case SyncError.gitProgram = error { true } else { false }
  }
}
