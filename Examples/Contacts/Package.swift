// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "contacts",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "Contacts", targets: ["Contacts"])],
  dependencies: [
    .package(name: "store-engines", path: "../..", traits: ["SQLite"]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(
      name: "Contacts",
      dependencies: [
        .product(name: "ElmEngine", package: "store-engines"),
        .product(name: "FeatureEngine", package: "store-engines"),
        .product(name: "EffectViewEngine", package: "store-engines"),
        .product(name: "ReduxBridge", package: "store-engines"),
        .product(name: "StoreDatabase", package: "store-engines"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]  // SE-0444
    ),
    .testTarget(
      name: "ContactsTests",
      dependencies: [
        "Contacts",
        .product(name: "StoreTesting", package: "store-engines"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

#if canImport(SwiftUI)
package.targets.append(.executableTarget(name: "contacts-app", dependencies: ["Contacts"], path: "App"))
#endif
