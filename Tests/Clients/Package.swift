// swift-tools-version: 6.2
import PackageDescription

// Samples of users in a package of their own, with one of the settings that a user's module can have. Scripts/check-clients
// builds and tests them with each.

let settings: [SwiftSetting] =
  switch Context.environment["CLIENT_SETTINGS"] ?? "" {
  case "MainActor": [.defaultIsolation(MainActor.self)]  // SE-0466
  case "Nonsending": [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]  // SE-0461
  // The settings of a new Xcode app.
  case "Both": [.defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault")]
  default: []
  }

/// The folders of clients, and the modules that they import: no more than a user has to write.
let clients = [
  "ElmClients": ["ElmEngine"],
  "FeatureClients": ["FeatureEngine"],
  "EffectViewClients": ["EffectViewEngine"],
  "PipelineClients": ["ReduxBridge", "ElmEngine", "FeatureEngine"],
  "SavingClients": ["ElmEngine", "FeatureEngine", "StorePersistence", "StoreTesting"],
  "TestingClients": [
    "EffectViewEngine", "ElmEngine", "FeatureEngine", "ReduxBridge", "StoreSimulation", "StoreTesting",
  ],
]

/// A check asks for what is fetched with a trait.
let traits: Set<Package.Dependency.Trait> =
  Context.environment["CLIENT_TRAITS"].map { [.trait(name: $0)] } ?? [.defaults]

let package = Package(
  name: "clients",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [.package(name: "store-engines", path: "../..", traits: traits)],
  targets: clients.map { client, modules in
    .testTarget(
      name: client,
      dependencies: modules.map { .product(name: $0, package: "store-engines") },
      path: client,
      exclude: ["Rejected"],
      swiftSettings: settings + [.treatAllWarnings(as: .error)]
    )
  }
)
