// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "store-engines-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Needs the headers of SQLite.
    .package(name: "store-engines", path: "../", traits: ["SQLite"]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    // Without its traits, which count what is not looked at here.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .target(name: "CProcess"),
    .target(
      name: "Comparisons",
      dependencies: [
        "CProcess",
        // Named although ElmEngine brings it: otherwise a change of what it inlines here builds nothing anew.
        .product(name: "StoreCore", package: "store-engines"),
        .product(name: "ElmEngine", package: "store-engines"),
        .product(name: "ElmOrderedCollections", package: "store-engines"),
        .product(name: "FeatureEngine", package: "store-engines"),
        .product(name: "EffectViewEngine", package: "store-engines"),
        .product(name: "ReduxBridge", package: "store-engines"),
        .product(name: "StorePersistence", package: "store-engines"),
        .product(name: "StoreDatabase", package: "store-engines"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "StoreRecording", package: "store-engines"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "ratios",
      dependencies: ["Comparisons", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: settings
    ),
    // No benchmark, but a program in release: see the step `release` of .ci/run.
    .executableTarget(
      name: "broken-rules",
      dependencies: [
        .product(name: "StoreCore", package: "store-engines"),
        .product(name: "ElmEngine", package: "store-engines"),
        .product(name: "EffectViewEngine", package: "store-engines"),
      ],
      swiftSettings: settings
    ),
    // For a check of its own: see Scripts/check-faults.
    .executableTarget(
      name: "saving-faults",
      dependencies: [
        .product(name: "ElmEngine", package: "store-engines"),
        .product(name: "StorePersistence", package: "store-engines"),
      ],
      swiftSettings: settings
    ),
    // Not among the sources: the command that runs it looks for it beside this file.
    .executableTarget(
      name: "Counts",
      dependencies: ["Comparisons", .product(name: "Benchmark", package: "benchmark")],
      path: "Counts",
      swiftSettings: settings,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    ),
  ],
  swiftLanguageModes: [.v6]
)

var settings: [SwiftSetting] {
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
