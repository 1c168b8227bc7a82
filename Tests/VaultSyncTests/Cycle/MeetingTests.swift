import Foundation
import TestSupport
import Testing

@testable import Git
@testable import VaultFormat
@testable import VaultSync

/// Devices that meet in the middle of a sync, and histories that cross.
@Suite("Meetings of several devices")
struct MeetingTests {
  @Test("two devices merge the same commits: the second takes the merge that is there")
  func race() throws {
    let devices = try SyncDevices(
      ["laptop", "phone", "tablet"], ["a.md": note("1", "", "one\ntwo\n")])
    try devices["laptop"].sync(writing: ["a.md": note("1", "", "one\ntwo\nlaptop\n")])
    let phone = devices["phone"]
    phone["a.md"] = note("1", "", "phone\none\ntwo\n")
    try phone.git("commit", "-qam", "phone")
    // Another way than the remote: the tablet has the phone's commit before it is merged.
    try devices["tablet"].git("pull", "-q", phone.path, "main")
    let merged = try phone.sync { $0.pushes = false }
    #expect(merged.told == ["a.md: merged"])
    let own = try phone.commit()
    devices["tablet"].now += 77
    try devices["tablet"].sync()
    #expect(try devices["tablet"].commit() != own)
    #expect(try phone.sync().told == [])
    #expect(try phone.commit() == devices.remoteCommit())
    try devices.expectAll(hold: ["a.md": note("1", "", "phone\none\ntwo\nlaptop\n")])
  }

  @Test("a link that git tracks and that becomes a note arrives as one")
  func linkBecomesNote() throws {
    let (devices, laptop, phone) = try SyncDevices.pair(["a.md": "a\n"])
    symlink("a.md", phone.file("link.md"))
    try phone.git("add", "link.md")
    try phone.git("commit", "-qm", "a link")
    for device in [phone, laptop] { try device.sync() }
    #expect(!laptop.exists("link.md"))
    try FileManager.default.removeItem(atPath: phone.file("link.md"))
    for text in ["words\n", "more words\n"] {
      try phone.sync(writing: ["link.md": text])
      #expect(try laptop.sync().heldBack.isEmpty)
      #expect(laptop["link.md"] == text)
    }
    try devices.settle()
    #expect(try laptop.damage() == [])
  }

  @Test("whose file got another name is told by whose it is")
  func renamedTheirs() throws {
    let (devices, laptop, phone) = try SyncDevices.pair(["a.md": "a\n"])
    let names = (1...6).map { "f\($0).txt" }
    for device in devices.all { for name in names { device[name] = "\(name) of \(device.name)\n" } }
    try laptop.sync()
    let report = try phone.sync()
    let renamed = report.events.map(\.path)
    #expect(renamed.count == names.count)
    for path in renamed {
      let isTheirs = phone[path.text]?.contains("of laptop") == true
      #expect(report.renamedTheirs.contains(path) == isTheirs, "\(path.text)")
    }
  }

  @Test("another device pushes while this one merges: it merges that too and pushes then")
  func refusedPush() throws {
    let devices = try SyncDevices(["laptop", "phone", "tablet"], ["a.md": "a\n"])
    for device in devices.all { device["\(device.name).md"] = device.name + "\n" }
    try devices["tablet"].sync()
    var isDone = false
    let callbacks = SyncCallbacks(progress: { progress in
      if progress.phase == .packing || progress.phase == .sending, !isDone {
        isDone = true
        _ = try? devices["phone"].sync()
      }
      return true
    })
    let report = try devices["laptop"].sync(callbacks)
    #expect(isDone)
    #expect(report.network.told == "done")
    #expect(try devices["laptop"].commit() == devices.remoteCommit())
    #expect(
      devices["laptop"].files().keys.sorted() == ["a.md", "laptop.md", "phone.md", "tablet.md"])
    #expect(report.arrived.notes.map(\.path.text).sorted() == ["phone.md", "tablet.md"])
  }

  @Test("a remote that moves at every try: all is recorded, and the report says so")
  func keepsMoving() throws {
    let (devices, laptop, phone) = try SyncDevices.pair(["a.md": "a\n"])
    laptop["b.md"] = "b\n"
    var count = 0
    let callbacks = SyncCallbacks(progress: { progress in
      guard progress.phase == .packing || progress.phase == .sending else { return true }
      count += 1
      phone["new-\(count).md"] = "\(count)\n"
      _ = try? phone.sync()
      return true
    })
    #expect(try laptop.sync(callbacks).network.told == "keeps moving")
    #expect(try laptop.damage() == [])
    try devices.settle()
    #expect(phone.files() == laptop.files())
    #expect(phone["b.md"] == "b\n")
  }

  @Test(
    "what is committed while tl pushes, on this branch or another, is not taken for sent",
    arguments: [true, false], [true, false])
  func committedMeanwhile(hasGit: Bool, isOnOther: Bool) throws {
    let (devices, laptop) = try SyncDevices.laptop(["a.md": "a\n"], hasGit: hasGit)
    let commands =
      (isOnOther ? "git switch -qc side; " : "") + "echo c > c.md; git add c.md; git commit -qm c"
    // Git is at work when the server's hook runs, libgit2 when it packs.
    try devices.folder.writeProgram(
      """
      #!/bin/sh
      unset $(git rev-parse --local-env-vars) GIT_QUARANTINE_PATH
      cd '\(laptop.path)' && test ! -e c.md || exit 0
      \(commands)
      """, to: "remote.git/hooks/pre-receive")
    var isDone = hasGit
    let callbacks = SyncCallbacks(progress: { progress in
      if !isDone, progress.phase == .packing || progress.phase == .sending {
        isDone = true
        _ = try? runProgram(
          "/bin/sh", ["-c", commands], in: laptop.path, environment: GitProgram.settings)
      }
      return true
    })
    laptop["b.md"] = "b\n"
    let report = try laptop.sync(callbacks)
    #expect(report.network.told == "done")
    #expect(report.sent.notes.map(\.path.text) == ["b.md"])
    #expect(try laptop.git("log", "-1", "--format=%s") == "c")
    #expect(try devices.remoteCommit() == laptop.git("rev-parse", "HEAD~1"))
    #expect(try laptop.git("for-each-ref", "refs/tl") == "")
    if isOnOther {
      try laptop.git("switch", "-q", "main")
      try laptop.git("merge", "-q", "--ff-only", "side")
    }
    #expect(try laptop.sync().network.told == "done")
    #expect(try devices.remoteCommit() == laptop.commit())
    #expect(laptop.files() == ["a.md": "a\n", "b.md": "b\n", "c.md": "c\n"])
    #expect(try laptop.damage() == [])
  }

  @Test("a file that changes while others' changes come in keeps both changes")
  func changesMeanwhile() throws {
    let (devices, laptop, phone) = try SyncDevices.pair(["a.md": note("1", "", "one\ntwo\n")])
    try phone.sync(writing: ["a.md": note("1", "", "one\ntwo\nphone\n")])
    var isDone = false
    let callbacks = SyncCallbacks(progress: { _ in
      if !isDone {
        isDone = true
        laptop["a.md"] = note("1", "", "laptop\none\ntwo\n")
      }
      return true
    })
    try laptop.sync(callbacks)
    #expect(isDone)
    try devices.expectAll(hold: ["a.md": note("1", "", "laptop\none\ntwo\nphone\n")])
  }

  @Test("histories that cross have several merge bases: they are merged first")
  func severalBases() throws {
    let (devices, laptop, phone) = try SyncDevices.pair([
      "a.md": note("1", "", "one\ntwo\nthree\n")
    ])
    laptop["a.md"] = note("1", "", "one!\ntwo\nthree\n")
    phone["a.md"] = note("1", "", "one\ntwo\nthree!\n")
    // Each merges the other's commit on its own, and goes on.
    for device in devices.all { try device.git("commit", "-qam", device.name) }
    try laptop.git("push", "-q", "origin", "main")
    try phone.git("push", "-q", "origin", "main:side")
    try laptop.git("fetch", "-q")
    try laptop.git("merge", "-q", "--no-edit", "origin/side")
    try phone.git("fetch", "-q")
    try phone.git("merge", "-q", "--no-edit", "origin/main")
    laptop["a.md"] = note("1", "", "one!\ntwo\nthree!\nlaptop\n")
    phone["a.md"] = note("1", "", "phone\none!\ntwo\nthree!\n")
    try devices.expectAll(hold: ["a.md": note("1", "", "phone\none!\ntwo\nthree!\nlaptop\n")])
  }

  @Test("three devices change the same line: the last text, and a copy of each other one")
  func threeVersions() throws {
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      let devices = try SyncDevices(
        ["laptop", "phone", "tablet"], ["a.md": note("1", "", "one\n")])
      for device in devices.all {
        device.now += 3600
        device["a.md"] = note("1", "", device.name + "\n")
      }
      for index in order { try devices.all[index].sync() }
      try devices.settle()
      for device in devices.all {
        let texts = device.files().mapValues { $0.split(separator: "\n").last ?? "" }
        #expect(texts["a.md"] == "tablet")
        #expect(texts.values.sorted() == ["laptop", "phone", "tablet"])
        #expect(try device.commit() == devices.remoteCommit())
      }
    }
  }
}
