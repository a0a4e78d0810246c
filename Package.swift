// swift-tools-version: 6.2
import PackageDescription

/// Set in continuous integration, so that a new compiler's warning never breaks a user's build.
let isContinuousIntegration = Context.environment["STORE_ENGINES_CI"] != nil

let package = Package(
  name: "store-engines",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "StoreCore", targets: ["StoreCore"]),
    .library(name: "ElmEngine", targets: ["ElmEngine"]),
    .library(name: "ElmOrderedCollections", targets: ["ElmOrderedCollections"]),
    .library(name: "FeatureEngine", targets: ["FeatureEngine"]),
    .library(name: "EffectViewEngine", targets: ["EffectViewEngine"]),
    .library(name: "ReduxBridge", targets: ["ReduxBridge"]),
    .library(name: "StoreDatabase", targets: ["StoreDatabase"]),
    .library(name: "StoreHistory", targets: ["StoreHistory"]),
    .library(name: "StoreInspector", targets: ["StoreInspector"]),
    .library(name: "StoreMetrics", targets: ["StoreMetrics"]),
    .library(name: "StorePersistence", targets: ["StorePersistence"]),
    .library(name: "StoreRecording", targets: ["StoreRecording"]),
    .library(name: "StoreScoping", targets: ["StoreScoping"]),
    .library(name: "StoreSimulation", targets: ["StoreSimulation"]),
    .library(name: "StoreStreams", targets: ["StoreStreams"]),
    .library(name: "StoreTesting", targets: ["StoreTesting"]),
    .library(name: "StoreTracing", targets: ["StoreTracing"]),
    .executable(name: "engine-lab", targets: ["engine-lab"]),
  ],
  traits: [
    .trait(
      name: "Exhaustive",
      description: "For the package's own tests: the heaviest proofs, and random ones in all their rounds."
    ),
    .trait(
      name: "Servers",
      description: "The products StoreMetrics and StoreTracing, and the packages that they need."
    ),
    .trait(
      name: "SQLite",
      description: "The product StoreDatabase, and GRDB, which needs the headers of SQLite on Linux."
    ),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-atomics", from: "1.3.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    // Before version 1 a minor version may break its clients.
    .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
    // Each use has the condition of the trait: without it SwiftPM does not even fetch them.
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/groue/GRDB.swift", .upToNextMinor(from: "7.10.0")),
  ],
  targets: [
    .target(
      name: "StoreCore",
      dependencies: [.product(name: "Logging", package: "swift-log")]
    ),
    .target(name: "StoreScoping", dependencies: ["StoreCore"]),
    .target(name: "StoreHistory", dependencies: ["StoreCore"]),
    // One list, for all engines, of what a feature's file sees.
    .target(
      name: "StoreVocabulary",
      dependencies: ["StoreCore", "StoreHistory", "StoreScoping"],
      packageAccess: false
    ),
    // Engines see only public API, like an engine in another package.
    .target(
      name: "ElmEngine",
      dependencies: ["StoreCore", "StoreHistory", "StoreScoping", "StoreVocabulary"],
      packageAccess: false
    ),
    .target(
      name: "ElmOrderedCollections",
      dependencies: ["ElmEngine", .product(name: "OrderedCollections", package: "swift-collections")],
      packageAccess: false
    ),
    .target(
      name: "FeatureEngine",
      dependencies: ["StoreCore", "StoreVocabulary", .product(name: "Logging", package: "swift-log")],
      packageAccess: false
    ),
    .target(
      name: "EffectViewEngine",
      dependencies: ["StoreCore", "StoreHistory", "StoreScoping", "StoreVocabulary"],
      packageAccess: false
    ),
    .target(
      name: "CombineShim",
      // OpenCombine's manifest does not know visionOS, and Apple's systems have Combine.
      dependencies: [
        .product(
          name: "OpenCombineShim",
          package: "OpenCombine",
          condition: .when(platforms: [.linux, .windows, .android, .wasi, .openbsd])
        )
      ],
      packageAccess: false
    ),
    .target(
      name: "ReduxBridge",
      dependencies: [
        "CombineShim",
        "StoreCore",
        "StoreHistory",
        "StoreScoping",
        "StoreVocabulary",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      packageAccess: false
    ),
    .target(
      name: "StoreStreams",
      dependencies: [
        "StoreCore",
        "StoreVocabulary",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ],
      packageAccess: false
    ),
    .target(name: "StorePersistence", dependencies: ["StoreCore", "StoreVocabulary"]),
    .target(
      name: "StoreDatabase",
      dependencies: [
        "StoreCore",
        "StorePersistence",
        "StoreVocabulary",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
      ]
    ),
    .target(
      name: "StoreRecording",
      dependencies: [
        "StoreCore",
        "StoreVocabulary",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .target(
      name: "StorePage",
      resources: [
        "page.html", "style.css", "elements.js", "model.js", "source.js", "list.js", "timeline.js", "tree.js",
        "details.js", "views.js", "page.js", "summary.js", "report.js", "live.js", "main.js",
      ].map { .embedInCode("Page/\($0)") }
    ),
    .target(
      name: "StoreInspector",
      dependencies: [
        "StoreCore",
        "StorePage",
        "StoreRecording",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]
    ),
    .target(
      name: "StoreSimulation",
      dependencies: [
        "StoreCore",
        "StoreRecording",
        "StoreVocabulary",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "DequeModule", package: "swift-collections"),
      ]
    ),
    .target(
      name: "StoreTesting",
      dependencies: [
        "StoreCore",
        "StoreRecording",
        "StoreSimulation",
        "StoreVocabulary",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]
    ),
    .target(
      name: "StoreMetrics",
      dependencies: [
        "StoreCore",
        .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Servers"])),
      ]
    ),
    .target(
      name: "StoreTracing",
      dependencies: [
        "StoreCore",
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Servers"])),
      ]
    ),
    .target(
      name: "EngineLab",
      dependencies: [
        "EffectViewEngine",
        "ElmEngine",
        "FeatureEngine",
        "ReduxBridge",
        "StoreCore",
        "StorePage",
        "StoreRecording",
        "StoreSimulation",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ]
    ),
    // The server is here alone: the lab's own module, and its tests, do without it.
    .executableTarget(name: "engine-lab", dependencies: ["EngineLab", "StoreInspector"]),
    // An app for the checks of the inspector.
    .executableTarget(
      name: "inspected-app",
      dependencies: ["EffectViewEngine", "ElmEngine", "FeatureEngine", "ReduxBridge", "StoreInspector"],
      path: "Tests/InspectedApp"
    ),
    .target(
      name: "_StoreTestSupport",
      dependencies: [
        "StoreCore", "StoreScoping", "StoreSimulation",
        .product(name: "Atomics", package: "swift-atomics"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/_StoreTestSupport"
    ),
    .testTarget(
      name: "StoreCoreTests",
      dependencies: [
        "StoreCore",
        "StoreTesting",
        "_StoreTestSupport",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    // Separate modules: for twice the tests the compiler takes more than twice as long, on a single core.
    .testTarget(name: "StoreCorePromiseTests", dependencies: ["StoreCore", "StoreTesting", "_StoreTestSupport"]),
    .testTarget(name: "StoreCoreRegistryTests", dependencies: ["StoreCore", "StoreTesting", "_StoreTestSupport"]),
    // Tests that provoke data races, for the thread sanitizer.
    .testTarget(
      name: "RaceTests",
      dependencies: [
        "EffectViewEngine", "ElmEngine", "ReduxBridge", "StoreCore", "StorePersistence", "StoreSimulation",
        "StoreTesting", "_StoreTestSupport",
      ]
    ),
    .testTarget(name: "StoreHistoryTests", dependencies: ["StoreHistory", "_StoreTestSupport"]),
    .testTarget(
      name: "ElmEngineTests",
      dependencies: [
        "ElmEngine", "ElmOrderedCollections", "StoreTesting", "_StoreTestSupport",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ]
    ),
    .testTarget(
      name: "FeatureEngineTests",
      dependencies: [
        "FeatureEngine", "StoreTesting", "_StoreTestSupport", .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .testTarget(
      name: "EffectViewEngineTests",
      dependencies: ["EffectViewEngine", "StoreTesting", "_StoreTestSupport"]
    ),
    .testTarget(
      name: "ReduxBridgeTests",
      dependencies: [
        "CombineShim", "ReduxBridge", "EffectViewEngine", "ElmEngine", "FeatureEngine", "StoreScoping",
        "StoreTesting", "_StoreTestSupport",
      ]
    ),
    .testTarget(
      name: "StoreStreamsTests",
      dependencies: ["StoreStreams", "StoreTesting", "_StoreTestSupport"]
    ),
    .testTarget(
      name: "StorePersistenceTests",
      dependencies: [
        "EffectViewEngine", "ElmEngine", "FeatureEngine", "ReduxBridge", "StorePersistence", "StoreTesting",
        "_StoreTestSupport",
      ],
      // Bytes that were saved once, read in place.
      exclude: ["Versions"]
    ),
    .testTarget(
      name: "StoreDatabaseTests",
      dependencies: [
        "EffectViewEngine", "ElmEngine", "FeatureEngine", "ReduxBridge", "StoreDatabase", "StorePersistence",
        "StoreTesting", "_StoreTestSupport",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
      ]
    ),
    .testTarget(
      name: "StoreRecordingTests",
      dependencies: [
        "EffectViewEngine", "ElmEngine", "FeatureEngine", "ReduxBridge", "StoreRecording", "StoreSimulation",
        "_StoreTestSupport",
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .testTarget(
      name: "StoreInspectorTests",
      dependencies: [
        "EffectViewEngine", "ElmEngine", "FeatureEngine", "ReduxBridge", "StoreCore", "StoreInspector", "StorePage",
        "StoreRecording", "_StoreTestSupport",
      ]
    ),
    .testTarget(
      name: "ServersTests",
      dependencies: [
        "ElmEngine", "FeatureEngine", "ReduxBridge", "StoreCore", "StoreMetrics", "StoreTesting", "StoreTracing",
        .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Servers"])),
        .product(name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Servers"])),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing", condition: .when(traits: ["Servers"])),
      ]
    ),
    .testTarget(
      name: "StoreSimulationTests",
      dependencies: [
        "EffectViewEngine", "ElmEngine", "FeatureEngine", "ReduxBridge", "StoreRecording", "StoreSimulation",
        "_StoreTestSupport",
      ]
    ),
    // Bugs for explorations to find without knowing them; they see the package as an app does.
    .testTarget(
      name: "PlantedBugs",
      dependencies: ["EffectViewEngine", "ElmEngine", "FeatureEngine", "ReduxBridge", "StoreSimulation"],
      packageAccess: false
    ),
    .testTarget(
      name: "StoreTestingTests",
      dependencies: [
        "EffectViewEngine", "ElmEngine", "FeatureEngine", "ReduxBridge", "StoreRecording", "StoreTesting",
        "_StoreTestSupport",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]
    ),
    .testTarget(name: "RuntimeModelTests", dependencies: ["StoreCore", "StoreSimulation", "_StoreTestSupport"]),
    .testTarget(
      name: "ScopeModelTests",
      dependencies: [
        "EffectViewEngine", "ElmEngine", "FeatureEngine", "ReduxBridge", "StoreCore", "StoreScoping", "StoreSimulation",
        "_StoreTestSupport",
      ]
    ),
    .testTarget(
      name: "TestStoreModelTests",
      dependencies: [
        "EffectViewEngine", "ElmEngine", "FeatureEngine", "ReduxBridge", "StoreCore", "StoreTesting",
        "_StoreTestSupport",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .testTarget(
      name: "EngineLabTests",
      dependencies: ["ElmEngine", "EngineLab", "StoreCore", "StoreRecording", "StoreSimulation", "_StoreTestSupport"],
      // Texts that tests compare with, read in place.
      exclude: ["Reports", "Session/search.jsonl"]
    ),
    .testTarget(
      name: "ReadmeTests",
      dependencies: [
        "ElmEngine", "FeatureEngine", "ReduxBridge", "StoreRecording", "StoreTesting", "_StoreTestSupport",
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .testTarget(
      name: "GuideTests",
      dependencies: [
        "EffectViewEngine", "ElmEngine", "FeatureEngine", "ReduxBridge", "StoreCore", "StoreHistory",
        "StorePersistence", "StoreRecording", "StoreScoping", "StoreSimulation", "StoreStreams", "StoreTesting",
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["StorePersistence/Versions"]
    ),
    .testTarget(name: "ReadmeMainActorTests", dependencies: ["ElmEngine", "StoreTesting"]),
  ],
  swiftLanguageModes: [.v6]
)

/// The settings of targets that represent clients: those of a new package, and those of a new Xcode app.
let clientSettings: [String: [SwiftSetting]] = [
  "GuideTests": [],
  // All but 'ExistentialAny': a dependency in a reference's tests is written without 'any'.
  "ReadmeTests": [
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
  ],
  "ReadmeMainActorTests": [
    .defaultIsolation(MainActor.self),  // SE-0466
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
  ],
]

/// Set by a check that needs few tests: the names of their targets, separated by commas. The other test targets are left
/// out.
if let names = Context.environment["STORE_ENGINES_TESTS"]?.split(separator: ",") {
  package.targets.removeAll { $0.isTest && !names.contains(Substring($0.name)) }
}

for target in package.targets {
  target.swiftSettings =
    clientSettings[target.name] ?? [
      .enableUpcomingFeature("ExistentialAny"),  // SE-0335
      .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
      .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
      .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
    ]
  if ["EffectViewEngine", "StoreStreams", "StoreTesting"].contains(target.name) {
    // No code that the compiler cannot check.
    target.swiftSettings?.append(.strictMemorySafety())  // SE-0458
  }
  if isContinuousIntegration {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))  // SE-0443
  }
}
