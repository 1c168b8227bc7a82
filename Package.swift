// swift-tools-version: 6.1
import PackageDescription

/// The same strict settings for every target: one language, one set of rules.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

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

let package = Package(
  name: "tl",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "tl", targets: ["tl"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
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
    .target(name: "VaultFormat", dependencies: ["CYAML"], swiftSettings: settings),
    .target(name: "VaultStore", dependencies: ["VaultFormat"], swiftSettings: settings),
    .target(
      name: "VaultIndex", dependencies: ["VaultStore", "VaultFormat"], swiftSettings: settings),
    .target(
      name: "VaultSync", dependencies: ["CGit2", "CZlib", "VaultStore", "VaultFormat"],
      swiftSettings: settings),
    .executableTarget(
      name: "tl",
      dependencies: [
        "VaultFormat", "VaultStore", "VaultIndex", "VaultSync",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(
      name: "VaultFormatTests",
      dependencies: ["VaultFormat", "TestSupport", .product(name: "Yams", package: "Yams")],
      exclude: ["Spec"], swiftSettings: settings),
    .executableTarget(
      name: "WriteProbe", dependencies: ["VaultStore", "VaultFormat"], path: "Tests/WriteProbe",
      swiftSettings: settings),
    .testTarget(
      name: "VaultStoreTests",
      dependencies: ["VaultStore", "VaultFormat", "TestSupport", "WriteProbe"],
      swiftSettings: settings),
    .testTarget(
      name: "VaultIndexTests",
      dependencies: ["VaultIndex", "VaultStore", "VaultFormat", "TestSupport"],
      swiftSettings: settings),
    .executableTarget(
      name: "SyncProbe", dependencies: ["VaultSync", "VaultStore", "VaultFormat"],
      path: "Tests/SyncProbe", swiftSettings: settings),
    .testTarget(
      name: "VaultSyncTests",
      dependencies: ["VaultSync", "VaultStore", "VaultFormat", "TestSupport", "SyncProbe"],
      swiftSettings: settings),
    .testTarget(
      name: "tlTests", dependencies: ["tl", "TestSupport"],
      exclude: ["Transcripts"], swiftSettings: settings),
    .testTarget(
      name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: settings),
  ]
)
