// swift-tools-version: 6.2
import PackageDescription

/// A program and the one product of Store Engines that it uses.
let programs = [
  "elm-alone": "ElmEngine",
  "feature-alone": "FeatureEngine",
  "effect-view-alone": "EffectViewEngine",
  "redux-alone": "ReduxBridge",
  "core-alone": "StoreCore",
]

let package = Package(
  name: "one-engine",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "store-engines", path: "../..")],
  targets: programs.sorted { $0.key < $1.key }.map { program, engine in
    .executableTarget(name: program, dependencies: [.product(name: engine, package: "store-engines")])
  },
  swiftLanguageModes: [.v6]
)
