// swift-tools-version: 6.1
import PackageDescription

/// The same strict settings for every target: one language, one set of rules.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "tl",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "tl", targets: ["tl"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .target(
      name: "VaultFormat",
      dependencies: [.product(name: "Yams", package: "Yams")],
      swiftSettings: settings),
    .target(name: "VaultStore", dependencies: ["VaultFormat"], swiftSettings: settings),
    .target(name: "VaultIndex", dependencies: ["VaultStore", "VaultFormat"], swiftSettings: settings),
    .executableTarget(
      name: "tl",
      dependencies: [
        "VaultFormat", "VaultStore", "VaultIndex",
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
    .testTarget(
      name: "tlTests", dependencies: ["tl", "TestSupport"],
      exclude: ["Transcripts"], swiftSettings: settings),
    .testTarget(
      name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: settings),
  ]
)
