import TestSupport
import Testing

/// Who may import what.
///
/// The first row whose folder holds the file is the file's row; what is not
/// named there is not allowed.
private let importRules: [(folder: String, allowed: Set<String>)] = [
  ("Sources/SystemCalls/Threads/", cLibrary.union(["Dispatch", "Synchronization"])),
  ("Sources/SystemCalls/", cLibrary.union(["Dispatch"])),

  ("Sources/Cryptography/", ["CCrypto", "SystemCalls"]),
  ("Sources/TLS/", ["CCrypto", "Cryptography", "NIOCore", "SystemCalls"]),

  ("Sources/Archives/", ["CZlib", "SystemCalls"]),

  ("Sources/VaultFormat/FrontMatter/LibYAML", ["CYAML"]),
  ("Sources/VaultFormat/", []),

  ("Sources/VaultStore/Operations/", ["VaultFormat", "SystemCalls", "Synchronization"]),
  ("Sources/VaultStore/", ["VaultFormat", "SystemCalls"]),

  ("Sources/Media/", ["VaultStore", "VaultFormat", "SystemCalls"]),

  ("Sources/DemoVault/", ["Media", "VaultFormat", "SystemCalls"]),

  ("Sources/MediaWorker/VipsPicture", ["CVips"]),
  ("Sources/MediaWorker/", ["Media", "SystemCalls"]),
  ("Sources/tl-media/", ["MediaWorker", "SystemCalls"]),

  ("Sources/VaultIndex/", ["VaultStore", "VaultFormat", "SystemCalls", "Synchronization"]),

  ("Sources/Journal/Facts/", ["VaultIndex", "VaultStore", "VaultFormat", "SystemCalls"]),
  ("Sources/Journal/LookingBack/", ["VaultIndex", "VaultStore", "VaultFormat", "SystemCalls"]),
  ("Sources/Journal/Places/", ["VaultIndex", "VaultStore", "VaultFormat", "SystemCalls"]),
  ("Sources/Journal/Trackers/", ["VaultIndex", "VaultStore", "VaultFormat", "SystemCalls"]),
  ("Sources/Journal/", ["VaultIndex", "VaultStore", "VaultFormat"]),

  (
    "Sources/Operations/",
    ["Journal", "Media", "VaultIndex", "VaultStore", "VaultFormat", "SystemCalls"]
  ),

  (
    "Sources/Sharing/",
    [
      "Operations", "Journal", "Media", "VaultIndex", "VaultStore", "VaultFormat", "SystemCalls",
      "Synchronization",
    ]
  ),

  ("Sources/Rendering/Markdown/", ["CCmark", "VaultFormat", "Synchronization"]),
  ("Sources/Rendering/Templates/", ["Mustache"]),
  ("Sources/Rendering/", ["VaultFormat"]),

  ("Sources/Publishing/Text/PublishedFiles", ["CPageFiles"]),
  (
    "Sources/Publishing/",
    [
      "Archives", "Cryptography", "Foundation", "Rendering", "Sharing", "Journal", "Media",
      "Operations", "VaultIndex", "VaultStore", "VaultFormat", "SystemCalls",
    ]
  ),

  ("Sources/Git/Pack/", ["CGit2", "CZlib", "VaultFormat", "SystemCalls", "Synchronization"]),
  ("Sources/Git/", ["CGit2", "VaultFormat", "SystemCalls"]),

  ("Sources/VaultSync/", ["Git", "VaultStore", "VaultFormat", "SystemCalls", "Synchronization"]),

  (
    "Sources/Backup/",
    ["Archives", "VaultSync", "Git", "VaultStore", "VaultFormat", "SystemCalls"]
  ),

  (
    "Sources/Words/",
    ["Journal", "VaultSync", "Git", "VaultIndex", "VaultStore", "VaultFormat", "SystemCalls"]
  ),

  (
    "Sources/CommandLineTool/",
    modules.union([
      "Archives", "ArgumentParser", "Backup", "Journal", "Media", "Operations", "Sharing",
      "Synchronization", "Words",
    ])
  ),
  ("Sources/tl/", ["CommandLineTool"]),
  ("Sources/tl-net/", ["CommandLineTool", "NetworkTool"]),

  (
    "Sources/Notesync/HTTP/",
    ["NIOCore", "NIOHTTP1", "NIOPosix", "Synchronization", "SystemCalls", "TLS"]
  ),
  (
    "Sources/Notesync/", ["VaultIndex", "VaultStore", "VaultFormat", "SystemCalls", "Cryptography"]
  ),
  ("Sources/WebServer/", webModules),
  ("Sources/NotesyncServer/Database/", ["CSQLite", "Dispatch", "SystemCalls"]),
  ("Sources/NotesyncServer/", serverModules),
  ("Sources/Page/Site/PageFiles", ["CPageFiles", "Publishing"]),
  ("Sources/Page/Maintenance/", pageModules.union(["Backup", "VaultSync", "Git"])),
  ("Sources/Page/State/Maintenance", pageModules.union(["VaultSync", "Git"])),
  ("Sources/Page/State/SyncJobs", pageModules.union(["VaultSync", "Git"])),
  ("Sources/Page/", pageModules),
  (
    "Sources/NetworkTool/Books/",
    [
      "Archives", "CommandLineTool", "Publishing", "Sharing", "Rendering", "Journal", "Media",
      "VaultIndex", "VaultStore", "VaultFormat", "SystemCalls", "Words",
    ]
  ),
  (
    "Sources/NetworkTool/Demo/",
    ["CommandLineTool", "DemoVault", "Synchronization", "SystemCalls", "VaultFormat", "Words"]
  ),
  (
    "Sources/NetworkTool/Site/",
    [
      "Backup", "CommandLineTool", "Publishing", "Sharing", "Rendering", "Operations", "Journal",
      "Media",
      "Synchronization", "WebServer",
      "Git", "VaultIndex", "VaultStore", "VaultFormat", "SystemCalls", "Words",
    ]
  ),
  (
    "Sources/NetworkTool/",
    [
      "CommandLineTool", "Synchronization", "Notesync", "NotesyncServer", "Page", "WebServer",
      "Operations", "Journal", "Media", "VaultIndex", "VaultSync", "Git", "VaultStore",
      "VaultFormat", "SystemCalls",
      "Cryptography", "Dispatch", "Words",
    ]
  ),
]

private let cLibrary: Set<String> = ["Glibc", "Darwin"]
private let webModules: Set<String> = [
  "SystemCalls", "Dispatch", "Foundation", "Cryptography", "CZlib", "HTTPTypes",
  "HummingbirdCore", "Logging", "NIOCore", "NIOHTTP1", "NIOHTTPTypes", "NIOPosix",
  "ServiceLifecycle", "Synchronization", "TLS",
]
private let pageModules: Set<String> = [
  "WebServer", "Cryptography", "Publishing", "Sharing", "Rendering", "Operations", "Media",
  "Journal", "VaultIndex", "VaultStore", "VaultFormat", "SystemCalls", "Foundation", "HTTPTypes",
  "Synchronization", "Words",
]
private let serverModules: Set<String> = [
  "WebServer", "Notesync", "Operations", "VaultIndex", "VaultStore", "VaultFormat", "SystemCalls",
  "Foundation", "Cryptography", "HTTPTypes", "Synchronization",
]
private let modules: Set<String> = [
  "VaultFormat", "VaultStore", "VaultIndex", "VaultSync", "Git", "Media", "SystemCalls",
]

@Suite("Imports")
struct ImportTests {
  @Test("a file imports only what its module may")
  func allowedImports() {
    var violations: [Violation] = []
    for source in SwiftSource.all {
      let rule = importRules.first { source.path.hasPrefix($0.folder) }
      if rule == nil {
        violations.append(Violation(path: source.path, line: 1, message: "has no import rule"))
      }
      for (line, module) in imports(in: source) where rule?.allowed.contains(module) == false {
        violations.append(
          Violation(path: source.path, line: line, message: "may not import \(module)"))
      }
    }
    #expect(violations == [])
  }

  @Test("imports are found in every form")
  func forms() {
    let source = SwiftSource(
      path: "x.swift",
      text: """
        import A
        package import B
        @preconcurrency internal import C
        import struct D.Thing
        #if os(Linux)
          internal import E
        #endif
        // import F
        let text = "import G"
        let important = 1; import H
        """)
    #expect(imports(in: source).map(\.module) == ["A", "B", "C", "D", "E", "H"])
    #expect(imports(in: source).map(\.line) == [1, 2, 3, 4, 6, 10])
  }

  private func imports(in source: SwiftSource) -> [(line: Int, module: String)] {
    let kinds: Set<Substring> = [
      "struct", "class", "enum", "protocol", "func", "let", "var", "typealias",
    ]
    var found: [(line: Int, module: String)] = []
    for (index, line) in source.code.enumerated() where line.contains("import") {
      let words = line.split { $0 == " " || $0 == ";" || $0 == "\t" }
      guard let place = words.firstIndex(of: "import") else { continue }
      let name = words[(place + 1)...].first { !kinds.contains($0) } ?? ""
      found.append((index + 1, String(name.prefix { $0 != "." })))
    }
    return found
  }
}
