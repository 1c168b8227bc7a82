import Foundation
import TestSupport
import Testing

@testable import Notesync

@Suite("Keeping tokens")
struct TokenStoreTests {
  private let kept = CredentialStore.Kept(
    credentials: Credentials(accessToken: "a.b.c", refreshToken: "r\nr", userName: "Ada é"),
    apiKey: "k y")

  private func store(_ folder: TemporaryFolder, helper: String?, account: String = "a") throws
    -> CredentialStore
  {
    let environment = [
      "HOME": folder.path, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin",
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_COUNT": helper == nil ? "0" : "1",
      "GIT_CONFIG_KEY_0": "credential.helper", "GIT_CONFIG_VALUE_0": helper ?? "",
    ]
    let git = (git: "/usr/bin/git", environment: environment)
    return CredentialStore(
      try ServerAddress("https://notes.example:8443/base"), account: account, helper: git,
      folder: folder.path("state"))
  }

  @Test("without a helper they are in a file that nobody else can read")
  func file() throws {
    let folder = try TemporaryFolder()
    let store = try store(folder, helper: nil)
    #expect(store.load() == nil)
    guard case .file(let path) = try store.save(kept) else {
      Issue.record("no file")
      return
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(store.load() == kept)
    store.erase()
    #expect(store.load() == nil)
    #expect(folder.contents().allSatisfy { !$0.hasSuffix(".token") })
  }

  @Test("a helper that gives them back keeps them, and no file does")
  func helper() throws {
    let folder = try TemporaryFolder()
    let store = try store(folder, helper: "store --file=\(folder.path("kept"))")
    #expect(try store.save(kept) == .helper)
    #expect(!folder.exists("state"))
    #expect(store.load() == kept)
    var newer = kept
    newer.credentials.accessToken = "new"
    #expect(try store.save(newer) == .helper)
    #expect(store.load() == newer)
    store.erase()
    #expect(store.load() == nil)
  }

  @Test("a helper that a vault's own settings name gets nothing")
  func helperOfStranger() throws {
    let folder = try TemporaryFolder()
    let vault = try folder.makeFolder("vault")
    let made = try runProgram(
      "/usr/bin/git", ["init", "-q", vault], in: folder.path, environment: ["HOME": folder.path])
    #expect(made.status == 0)
    let helper = try folder.writeProgram("#!/bin/sh\ncat >>'\(folder.path)/stolen'\n", to: "helper")
    let settings = try folder.readText("vault/.git/config")
    try folder.write(
      settings + "[credential]\n\thelper = \(helper)\n", to: "vault/.git/config")
    let git = (
      git: "/usr/bin/git",
      environment: [
        "HOME": folder.path, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin",
        "GIT_CONFIG_NOSYSTEM": "1", "GIT_DIR": "\(vault)/.git",
      ]
    )
    let store = CredentialStore(
      try ServerAddress("https://notes.example"), account: "a", helper: git,
      folder: folder.path("state"))
    _ = try store.save(kept)
    #expect(store.load() == kept)
    store.erase()
    #expect(!folder.exists("stolen"))
  }

  @Test("a helper is told to open no window")
  func noWindow() throws {
    let folder = try TemporaryFolder()
    let said = folder.path("said")
    let store = try store(
      folder,
      helper: "!echo \"$GCM_INTERACTIVE $(git config credential.interactive)\" >>'\(said)';:")
    _ = store.load()
    #expect(try folder.readText("said") == "never false\n")
  }

  @Test("two accounts on one server are kept apart, by a helper and in files")
  func accounts() throws {
    let folder = try TemporaryFolder()
    for helper in [nil, "store --file=\(folder.path("kept"))"] {
      let first = try store(folder, helper: helper, account: "a")
      let second = try store(folder, helper: helper, account: "b")
      var other = kept
      other.credentials.accessToken = "other"
      try first.save(kept)
      try second.save(other)
      #expect(first.load() == kept)
      #expect(second.load() == other)
      first.erase()
      #expect(first.load() == nil)
      #expect(second.load() == other)
      second.erase()
    }
  }

  @Test("a helper that forgets is found out")
  func forgetful() throws {
    let folder = try TemporaryFolder()
    let store = try store(folder, helper: "!true")
    guard case .file = try store.save(kept) else {
      Issue.record("no file")
      return
    }
    #expect(store.load() == kept)
  }
}
