// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "tl-benchmarks",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "SeededVault", swiftSettings: settings),
    .target(name: "Measuring", swiftSettings: settings),
    .executableTarget(
      name: "make-vault", dependencies: ["SeededVault"], swiftSettings: settings),
    .executableTarget(name: "floor"),
    .executableTarget(
      name: "bench", dependencies: ["SeededVault", "Measuring"], swiftSettings: settings),
    .testTarget(
      name: "SeededVaultTests", dependencies: ["SeededVault"], swiftSettings: settings),
    .testTarget(
      name: "benchTests", dependencies: ["bench", "Measuring"], swiftSettings: settings),
    .testTarget(name: "MeasuringTests", dependencies: ["Measuring"], swiftSettings: settings),
  ]
)
