// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "search-terminal",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "store-engines", path: "../..")],
  targets: [
    .target(
      name: "SearchTerminal",
      dependencies: [
        .product(name: "ElmEngine", package: "store-engines"),
        .product(name: "FeatureEngine", package: "store-engines"),
        .product(name: "EffectViewEngine", package: "store-engines"),
        .product(name: "ReduxBridge", package: "store-engines"),
        .product(name: "StoreInspector", package: "store-engines"),
      ]
    ),
    .executableTarget(name: "search-terminal", dependencies: ["SearchTerminal"]),
    .testTarget(
      name: "SearchTerminalTests",
      dependencies: ["SearchTerminal", .product(name: "StoreTesting", package: "store-engines")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
