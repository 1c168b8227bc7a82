// swift-tools-version: 6.1
import PackageDescription

/// The same strict settings for every target: one language, one set of rules.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// For modules whose time is that of their callers or of the disk, and for tests.
let unoptimized = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// For a module that draws each point of many pictures, also where the others are built for the debugger.
let optimized = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// What the archives of Foundation need, which no compilation says for them; what a program does not use stays out of it.
let partsOfFoundation = [
  "CoreFoundation", "_FoundationCShims", "_FoundationCollections", "_FoundationICU", "stdc++",
]

/// Of the programs of a release: Swift's own libraries become part of them, so that they start fast and run where there is
/// no Swift.
///
/// SwiftPM's `--static-swift-stdlib` does the same, but is an argument of each compilation too: what the tests have
/// compiled would be compiled again. `scripts/build` sets the variable where Swift has no such libraries.
let standalone: [LinkerSetting] =
  Context.environment["TL_SHARED_SWIFT"] == nil
  ? [
    .unsafeFlags(
      ["-static-stdlib"] + partsOfFoundation.map { "-l\($0)" },
      .when(platforms: [.linux], configuration: .release))
  ] : []

/// Only Homebrew's libraries have to be looked for.
///
/// On Linux they lie where the linker looks anyway, and the flags of pkg-config would come before
/// those of `scripts/build` that prefer archives.
func pkgConfigName(_ name: String) -> String? {
  #if os(macOS)
    return name
  #else
    return nil
  #endif
}

/// The tables of the journal that are compiled into the program.
let journalData =
  [
    "milestones", "milestones.de", "milestones.vi", "nudges", "prompts", "prompts.de", "prompts.vi",
    "milestones.names", "weather", "weather.de", "weather.es", "weather.fr",
  ].map { "Data/\($0).tsv" }

let package = Package(
  name: "tl",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "tl", targets: ["tl"]),
    .executable(name: "tl-net", targets: ["tl-net"]),
    .executable(name: "tl-media", targets: ["tl-media"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // For tl-net alone.
    // Without its traits: settings are read by tl, not by a library.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    // For the tests alone: another reader of YAML.
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CYAML", pkgConfig: pkgConfigName("yaml-0.1"),
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"]), .yum(["libyaml-devel"])]),
    .systemLibrary(
      name: "CGit2", pkgConfig: pkgConfigName("libgit2"),
      providers: [.apt(["libgit2-dev"]), .brew(["libgit2"]), .yum(["libgit2-devel"])]),
    // On macOS it is the system's own.
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .yum(["zlib-devel"])]),
    .systemLibrary(
      name: "CCmark", pkgConfig: pkgConfigName("libcmark-gfm"),
      providers: [
        .apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"]),
        .yum(["cmark-gfm-devel"]),
      ]),
    // Its headers lie where only pkg-config knows, on Linux too. For tl-media alone.
    .systemLibrary(
      name: "CVips", pkgConfig: "vips",
      providers: [.apt(["libvips-dev"]), .brew(["vips"]), .yum(["vips-devel"])]),
    // For tl-net alone.
    .systemLibrary(
      name: "CCrypto", pkgConfig: pkgConfigName("openssl"),
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"]), .yum(["openssl-devel"])]),
    // For tl-net alone. On macOS it is the system's own.
    .systemLibrary(
      name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .yum(["sqlite-devel"])]),
    .target(name: "CPageFiles"),
    .target(name: "SystemCalls", swiftSettings: settings),
    .target(
      name: "Cryptography", dependencies: ["CCrypto", "SystemCalls"], swiftSettings: settings),
    .target(
      name: "TLS",
      dependencies: [
        "CCrypto", "Cryptography", "SystemCalls", .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings),
    .target(name: "VaultFormat", dependencies: ["CYAML"], swiftSettings: settings),
    .target(
      name: "VaultStore", dependencies: ["VaultFormat", "SystemCalls"], swiftSettings: settings),
    .target(
      name: "Media", dependencies: ["VaultStore", "VaultFormat", "SystemCalls"],
      swiftSettings: settings),
    // What `tl demo` shows; for tl-net alone.
    .target(
      name: "DemoVault", dependencies: ["Media", "VaultFormat", "SystemCalls"],
      resources: ["config.yaml", "family.txt", "scenes.txt"].map { .embedInCode("Data/\($0)") },
      swiftSettings: optimized),
    .target(name: "Archives", dependencies: ["CZlib", "SystemCalls"], swiftSettings: settings),
    .target(
      name: "VaultIndex", dependencies: ["VaultStore", "VaultFormat", "SystemCalls"],
      swiftSettings: settings),
    .target(
      name: "Journal", dependencies: ["VaultIndex", "VaultStore", "VaultFormat", "SystemCalls"],
      resources: journalData.map { .embedInCode($0) }, swiftSettings: settings),
    .target(
      name: "Operations",
      dependencies: ["Journal", "Media", "VaultIndex", "VaultStore", "VaultFormat", "SystemCalls"],
      swiftSettings: settings),
    .target(
      name: "Sharing",
      dependencies: [
        "Operations", "Journal", "Media", "VaultIndex", "VaultStore", "VaultFormat", "SystemCalls",
      ],
      swiftSettings: settings),
    .target(
      name: "Rendering",
      dependencies: [
        "CCmark", "VaultFormat", .product(name: "Mustache", package: "swift-mustache"),
      ],
      swiftSettings: settings),
    .target(
      name: "Publishing",
      dependencies: [
        "Archives", "CPageFiles", "Cryptography", "Rendering", "Sharing", "Journal", "Media",
        "Operations", "VaultIndex", "VaultStore", "VaultFormat", "SystemCalls",
      ],
      exclude: ["Assets", "Templates"], swiftSettings: settings),
    .target(
      name: "Git", dependencies: ["CGit2", "CZlib", "VaultFormat", "SystemCalls"],
      swiftSettings: settings),
    .target(
      name: "VaultSync", dependencies: ["Git", "VaultStore", "VaultFormat", "SystemCalls"],
      swiftSettings: settings),
    .target(
      name: "Backup",
      dependencies: ["Archives", "VaultSync", "Git", "VaultStore", "VaultFormat", "SystemCalls"],
      swiftSettings: settings),
    .target(
      name: "Words",
      dependencies: [
        "Journal", "VaultSync", "Git", "VaultIndex", "VaultStore", "VaultFormat", "SystemCalls",
      ],
      swiftSettings: unoptimized),
    .target(
      name: "Notesync",
      dependencies: [
        "TLS", "Cryptography", "VaultFormat", "VaultStore", "VaultIndex", "SystemCalls",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings),
    .target(
      name: "WebServer",
      dependencies: [
        "CZlib", "TLS", "Cryptography", "SystemCalls",
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: unoptimized),
    .target(
      name: "NotesyncServer",
      dependencies: [
        "CSQLite", "WebServer", "Notesync", "Operations", "Cryptography", "VaultFormat",
        "VaultStore", "VaultIndex", "SystemCalls",
      ],
      swiftSettings: unoptimized),
    .target(
      name: "Page",
      dependencies: [
        "CPageFiles", "WebServer", "Cryptography", "Publishing", "Sharing", "Rendering",
        "Operations", "Media", "Journal", "VaultIndex", "VaultSync", "Git", "VaultStore",
        "VaultFormat", "SystemCalls", "Words", "Backup",
      ],
      exclude: ["Assets", "Templates"],
      swiftSettings: unoptimized),
    .target(
      name: "CommandLineTool",
      dependencies: [
        "VaultFormat", "VaultStore", "VaultIndex", "Journal", "VaultSync", "Media", "Git",
        "Operations", "Sharing", "SystemCalls", "Words", "Archives", "Backup",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [.embedInCode("Program/examples.tsv")], swiftSettings: unoptimized),
    .target(
      name: "NetworkTool",
      dependencies: [
        "CommandLineTool", "Notesync", "NotesyncServer", "Page", "WebServer", "Cryptography",
        "Media", "VaultFormat", "VaultStore", "VaultIndex", "VaultSync", "Git", "SystemCalls",
        "Words", "Archives", "Backup", "Publishing", "Sharing", "Operations", "Journal",
        "DemoVault",
      ],
      swiftSettings: unoptimized),
    .target(
      name: "MediaWorker", dependencies: ["CVips", "Media", "SystemCalls"],
      resources: ["jpg", "png", "webp", "heic", "avif"].map { .embedInCode("WarmUp/grey.\($0)") },
      swiftSettings: settings),
    // No test depends on the programs: it would be linked as they are.
    .executableTarget(
      name: "tl", dependencies: ["CommandLineTool"], swiftSettings: settings,
      linkerSettings: standalone),
    .executableTarget(
      name: "tl-net", dependencies: ["NetworkTool", "CommandLineTool"], swiftSettings: settings,
      linkerSettings: standalone),
    .executableTarget(
      name: "tl-media", dependencies: ["MediaWorker", "SystemCalls"], swiftSettings: settings,
      linkerSettings: standalone),

    .target(
      name: "TestSupport", dependencies: ["SystemCalls"], path: "Tests/TestSupport",
      swiftSettings: unoptimized),
    .testTarget(
      name: "VaultFormatTests",
      dependencies: ["VaultFormat", "TestSupport", .product(name: "Yams", package: "Yams")],
      exclude: ["Spec"], swiftSettings: unoptimized),
    .testTarget(
      name: "SystemCallsTests", dependencies: ["SystemCalls", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "CryptographyTests", dependencies: ["Cryptography", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "ArchivesTests",
      dependencies: ["Archives", "VaultFormat", "SystemCalls", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "VaultStoreTests",
      dependencies: ["VaultStore", "VaultFormat", "SystemCalls", "TestSupport", "SyncProbe"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "MediaTests",
      dependencies: ["Media", "VaultStore", "VaultFormat", "SystemCalls", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: unoptimized),
    .testTarget(
      name: "DemoVaultTests", dependencies: ["DemoVault", "Media", "VaultFormat", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "MediaWorkerTests",
      dependencies: ["Media", "VaultStore", "SystemCalls", "CVips", "TestSupport", "MediaWorker"],
      exclude: ["Fixtures"], swiftSettings: unoptimized),
    .testTarget(
      name: "VaultIndexTests",
      dependencies: ["VaultIndex", "VaultStore", "VaultFormat", "SystemCalls", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "JournalTests",
      dependencies: [
        "Journal", "VaultIndex", "VaultStore", "VaultFormat", "SystemCalls", "TestSupport",
      ],
      exclude: ["Tables"], swiftSettings: unoptimized),
    .testTarget(
      name: "OperationsTests",
      dependencies: [
        "Operations", "Journal", "Media", "VaultIndex", "VaultStore", "VaultFormat", "TestSupport",
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "SharingTests",
      dependencies: [
        "Sharing", "Operations", "Journal", "Media", "VaultIndex", "VaultStore", "VaultFormat",
        "SystemCalls", "TestSupport",
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "RenderingTests", dependencies: ["Rendering", "VaultFormat", "TestSupport"],
      swiftSettings: unoptimized),
    .testTarget(
      name: "PublishingTests",
      dependencies: [
        "Publishing", "Archives", "Sharing", "Rendering", "Cryptography", "Journal", "Media",
        "Operations", "VaultIndex", "VaultStore", "VaultFormat", "SystemCalls", "TestSupport",
      ],
      swiftSettings: unoptimized),
    .executableTarget(
      name: "SyncProbe",
      dependencies: ["VaultSync", "Git", "VaultStore", "VaultFormat", "SystemCalls"],
      path: "Tests/SyncProbe", swiftSettings: unoptimized),
    .testTarget(
      name: "VaultSyncTests",
      dependencies: [
        "VaultSync", "Git", "VaultStore", "VaultFormat", "SystemCalls", "TestSupport", "SyncProbe",
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "BackupTests",
      dependencies: [
        "Backup", "Archives", "VaultStore", "VaultFormat", "SystemCalls", "TestSupport",
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "NotesyncTests",
      dependencies: [
        "Notesync", "Cryptography", "VaultStore", "VaultFormat", "VaultIndex", "SystemCalls",
        "TestSupport",
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "PageTests",
      dependencies: [
        "Page", "Rendering", "WebServer", "Cryptography", "CommandLineTool", "Media", "Journal",
        "Publishing", "VaultIndex", "VaultSync", "Operations", "Git", "VaultStore", "VaultFormat",
        "SystemCalls", "TestSupport", "NetworkTool", "Words",
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "WebServerTests",
      dependencies: [
        "WebServer", "Cryptography", "SystemCalls", "TestSupport",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "TLSTests",
      dependencies: [
        "TLS", "CCrypto", "Cryptography", "TestSupport",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "NotesyncServerTests",
      dependencies: [
        "NotesyncServer", "WebServer", "Notesync", "TLS", "Cryptography", "Page", "VaultStore",
        "VaultFormat",
        "VaultIndex", "SystemCalls", "TestSupport", "NetworkTool", "Words",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: unoptimized),
    .testTarget(
      name: "CommandLineToolTests",
      dependencies: ["CommandLineTool", "Git", "Media", "SystemCalls", "TestSupport", "Words"],
      exclude: ["Transcripts"], swiftSettings: unoptimized),
    .testTarget(
      name: "ArchitectureTests", dependencies: ["TestSupport"], exclude: ["Budgets.tsv"],
      swiftSettings: unoptimized),
  ]
)

// Needs libFuzzer, which not every Swift has: only for `scripts/soak media`.
if Context.environment["TL_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "MediaFuzz", dependencies: ["Media"], path: "Tests/MediaFuzz", swiftSettings: settings))
}
