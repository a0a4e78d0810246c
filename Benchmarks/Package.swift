// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "store-engines-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "store-engines", path: "../"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .target(name: "CMemory"),
    .executableTarget(
      name: "ratios",
      dependencies: [
        "CMemory",
        // Named although ElmEngine brings it: otherwise a change of what it inlines here builds nothing anew.
        .product(name: "StoreCore", package: "store-engines"),
        .product(name: "ElmEngine", package: "store-engines"),
        .product(name: "FeatureEngine", package: "store-engines"),
        .product(name: "EffectViewEngine", package: "store-engines"),
        .product(name: "ReduxBridge", package: "store-engines"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
