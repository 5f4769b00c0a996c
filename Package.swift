// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// GTK calls back on the main thread only.
let onMainThread = strict + [.defaultIsolation(MainActor.self)]

/// For tests, which spend their time in what they test: optimizing them takes longer than it saves.
let quicklyBuilt = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// `scripts/build-release` names it; the builds of developers do without.
let commit = Context.environment["TOUCHREEL_COMMIT"] ?? ""

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let package = Package(
  name: "TouchReel",
  products: [
    .executable(name: "touchreel", targets: ["touchreel"]),
    .executable(name: "touchreel-window", targets: ["touchreel-window"]),
    .library(
      name: "TouchReel",
      targets: [
        "InputEvents", "TouchTracking", "ByteStreams", "Recordings", "InkFiles", "RecordingFormats", "Canvas",
        "Drawings", "DrawingBoard", "DrawingFiles", "Replaying", "Exporting",
      ]),
    .library(name: "TouchReelDevices", targets: ["EvdevDevices", "Injection", "LiveDrawing"]),
    // The sessions and numbers that the tests make by seeds, for the package of the benchmarks.
    .library(name: "SeededCases", targets: ["SeededCases"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
    // Opened when they are first needed, so neither is linked: pkg-config would have them linked.
    .systemLibrary(name: "CCairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CPango", providers: [.apt(["libpangocairo-1.0-0"])]),
    .systemLibrary(name: "CPixbuf", providers: [.apt(["libgdk-pixbuf-2.0-0"])]),
    .systemLibrary(name: "CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .target(name: "CCoverage", cSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "CVersion", cSettings: [.define("TOUCHREEL_COMMIT", to: "\"\(commit)\""), .treatAllWarnings(as: .error)]),

    .target(name: "ClampedNumbers", swiftSettings: strict),
    .target(name: "InputEvents", dependencies: ["ClampedNumbers"], swiftSettings: strict),
    .target(name: "TouchTracking", dependencies: ["InputEvents"], swiftSettings: strict),
    .target(name: "MCAP", dependencies: ["CISAL", "CZstd"], swiftSettings: strict),
    .target(name: "ByteStreams", dependencies: ["CISAL", systemPackage], swiftSettings: strict),
    .target(
      name: "Recordings", dependencies: ["ByteStreams", "InputEvents", "MCAP", systemPackage],
      swiftSettings: strict),
    .target(name: "InkFiles", dependencies: ["CISAL", "ClampedNumbers"], swiftSettings: strict),
    .target(
      name: "RecordingFormats",
      dependencies: [
        "ByteStreams", "CYaml", "ClampedNumbers", "InkFiles", "InputEvents", "Recordings", systemPackage,
      ],
      swiftSettings: strict),
    .target(
      name: "Canvas", dependencies: ["CCairo", "CCoverage", "CISAL", "CPango", "CPixbuf", "ClampedNumbers"],
      swiftSettings: strict),
    .target(name: "Drawings", dependencies: ["Canvas", "ClampedNumbers", "TouchTracking"], swiftSettings: strict),
    .target(
      name: "DrawingBoard", dependencies: ["Canvas", "Drawings", "InputEvents", "TouchTracking"], swiftSettings: strict),
    .target(
      name: "DrawingFiles",
      dependencies: [
        "Canvas", "ClampedNumbers", "DrawingBoard", "Drawings", "InkFiles", "InputEvents", "TouchTracking",
      ],
      swiftSettings: strict
    ),
    .target(
      name: "Replaying",
      dependencies: [
        "ByteStreams", "Canvas", "ClampedNumbers", "DrawingBoard", "DrawingFiles", "Drawings", "InkFiles",
        "InputEvents", "RecordingFormats", "Recordings", "TouchTracking", systemPackage,
      ], swiftSettings: strict),
    .target(
      name: "Exporting",
      dependencies: [
        "ByteStreams", "Canvas", "ClampedNumbers", "DrawingBoard", "DrawingFiles", "Drawings", "InkFiles",
        "InputEvents",
        "RecordingFormats", "Recordings", "Replaying", "TouchTracking", systemPackage,
      ],
      resources: [.embedInCode("Player/Resources")], swiftSettings: strict),
    .target(
      name: "EvdevDevices",
      dependencies: ["ByteStreams", "CEvdev", "InputEvents", "Recordings", "TouchTracking", systemPackage],
      swiftSettings: strict),
    .target(
      name: "Injection",
      dependencies: [
        "ByteStreams", "CEvdev", "EvdevDevices", "InputEvents", "RecordingFormats", "Recordings", "Replaying",
        "TouchTracking", systemPackage,
      ],
      swiftSettings: strict),
    .target(
      name: "LiveDrawing",
      dependencies: [
        "ByteStreams", "Canvas", "ClampedNumbers", "DrawingBoard", "DrawingFiles", "Drawings", "EvdevDevices",
        "InputEvents",
        "RecordingFormats", "Recordings", "Replaying", "TouchTracking", systemPackage,
      ], swiftSettings: strict),
    .target(
      name: "WindowArguments",
      dependencies: [
        "ByteStreams", "CVersion", "InputEvents", "Recordings", "Replaying", "TouchTracking", argumentParser,
        systemPackage,
      ],
      swiftSettings: strict),
    .target(
      name: "BoardWindow",
      dependencies: [
        "ByteStreams", "CGtk", "Canvas", "ClampedNumbers", "DrawingBoard", "DrawingFiles", "Drawings", "EvdevDevices",
        "Exporting",
        "InputEvents", "LiveDrawing", "RecordingFormats", "Recordings", "Replaying", "TouchTracking", systemPackage,
      ], resources: [.embedInCode("Resources")], swiftSettings: onMainThread),
    .executableTarget(
      name: "touchreel-window",
      dependencies: ["BoardWindow", "ByteStreams", "Recordings", "WindowArguments", argumentParser, systemPackage],
      swiftSettings: onMainThread),
    .executableTarget(
      name: "touchreel",
      dependencies: [
        "ByteStreams", "CMalloc", "Canvas", "ClampedNumbers", "DrawingBoard", "DrawingFiles", "Drawings",
        "EvdevDevices",
        "Exporting", "Injection", "InkFiles", "InputEvents", "LiveDrawing", "MCAP", "RecordingFormats", "Recordings",
        "Replaying",
        "TouchTracking", "WindowArguments",
        argumentParser, systemPackage,
      ], resources: [.embedInCode("Licenses")], swiftSettings: strict),

    .target(
      name: "SeededCases", dependencies: ["InputEvents", "Recordings"], path: "Tests/SeededCases", swiftSettings: strict
    ),
    .target(
      name: "SeededDrawings", dependencies: ["Canvas", "Drawings", "TouchTracking"],
      path: "Tests/SeededDrawings", swiftSettings: strict),
    // Looks at every pixel, so it is optimized, other than the tests themselves.
    .target(
      name: "PixelComparison", dependencies: ["Canvas"], path: "Tests/PixelComparison", swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["InputEvents", "SeededCases"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .executableTarget(name: "guest-player", dependencies: ["CEvdev"], path: "Tests/GuestPlayer", swiftSettings: strict),
    .executableTarget(
      name: "guest-drawer",
      dependencies: [
        "ByteStreams", "Canvas", "DrawingBoard", "EvdevDevices", "InputEvents", "LiveDrawing", "TouchTracking",
        systemPackage,
      ], path: "Tests/GuestDrawer", swiftSettings: strict),

    .executableTarget(
      name: "library-example",
      dependencies: ["ByteStreams", "Canvas", "RecordingFormats", "Replaying"], path: "Tests/LibraryExample",
      // As a package of others has it.
      swiftSettings: [.swiftLanguageMode(.v6)]),

    .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "ByteStreamsTests", dependencies: ["ByteStreams", "SeededCases", "TestSupport", systemPackage],
      swiftSettings: quicklyBuilt
    ),
    .testTarget(name: "InputEventsTests", dependencies: ["InputEvents", "SeededCases"], swiftSettings: quicklyBuilt),
    .testTarget(name: "InkFilesTests", dependencies: ["InkFiles", "SeededCases"], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "TouchTrackingTests", dependencies: ["InputEvents", "SeededCases", "TestSupport", "TouchTracking"],
      swiftSettings: quicklyBuilt),
    .testTarget(
      name: "MCAPTests", dependencies: ["MCAP", "SeededCases", "TestSupport"], exclude: ["Scripts"],
      swiftSettings: quicklyBuilt),
    .testTarget(
      name: "RecordingsTests",
      dependencies: [
        "ByteStreams", "InputEvents", "MCAP", "RecordingFormats", "Recordings", "SeededCases", "TestSupport",
        "TouchTracking", systemPackage,
      ],
      swiftSettings: quicklyBuilt),
    .testTarget(
      name: "CanvasTests", dependencies: ["Canvas", "SeededCases", "TestSupport"], exclude: ["Processors"],
      swiftSettings: quicklyBuilt),
    .testTarget(
      name: "DrawingBoardTests",
      dependencies: [
        "Canvas", "DrawingBoard", "Drawings", "InputEvents", "SeededCases", "TestSupport", "TouchTracking",
      ],
      exclude: ["Golden"],
      swiftSettings: quicklyBuilt),
    .testTarget(
      name: "DrawingFilesTests",
      dependencies: [
        "Canvas", "DrawingBoard", "DrawingFiles", "Drawings", "InkFiles", "InputEvents", "SeededCases",
        "SeededDrawings", "TestSupport", "TouchTracking",
      ],
      exclude: ["Golden"],
      swiftSettings: quicklyBuilt),
    .testTarget(
      name: "ReplayingTests",
      dependencies: [
        "ByteStreams", "Canvas", "DrawingBoard", "DrawingFiles", "Drawings", "InputEvents", "RecordingFormats",
        "Recordings", "Replaying", "SeededCases", "SeededDrawings", "TestSupport", "TouchTracking", systemPackage,
      ], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "ExportingTests",
      dependencies: [
        "ByteStreams", "Canvas", "DrawingBoard", "DrawingFiles", "Drawings", "Exporting", "InputEvents",
        "PixelComparison",
        "RecordingFormats", "Recordings", "Replaying", "SeededCases", "SeededDrawings", "TestSupport", "TouchTracking",
        systemPackage,
      ], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "ByteStreams", "Canvas", "DrawingBoard", "DrawingFiles", "Drawings", "InputEvents", "MCAP", "RecordingFormats",
        "Recordings", "Replaying", "SeededCases", "TestSupport", "TouchTracking", "library-example", systemPackage,
      ], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "EvdevDevicesTests",
      dependencies: [
        "EvdevDevices", "InputEvents", "RecordingFormats", "Recordings", "Replaying", "SeededCases", "TestSupport",
        "TouchTracking", systemPackage,
      ], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "InjectionTests",
      dependencies: ["EvdevDevices", "Injection", "InputEvents", "Recordings", "SeededCases", "TouchTracking"],
      swiftSettings: quicklyBuilt),
    .testTarget(
      name: "BoardWindowTests",
      dependencies: [
        "BoardWindow", "ByteStreams", "CGtk", "Canvas", "DrawingBoard", "DrawingFiles", "Drawings", "Exporting",
        "InputEvents", "LiveDrawing", "RecordingFormats", "Recordings", "Replaying", "SeededCases", "TestSupport",
        "TouchTracking", systemPackage,
      ], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "LiveDrawingTests",
      dependencies: [
        "ByteStreams", "Canvas", "DrawingBoard", "Drawings", "EvdevDevices", "InputEvents", "LiveDrawing",
        "RecordingFormats", "Recordings", "Replaying", "SeededCases", "TestSupport", "TouchTracking", systemPackage,
      ], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "GuestTests",
      dependencies: [
        "ByteStreams", "Canvas", "EvdevDevices", "InputEvents", "RecordingFormats", "Recordings", "Replaying",
        "SeededCases", "TestSupport", "TouchTracking", "guest-drawer", "guest-player", "touchreel", systemPackage,
      ], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "WindowTests",
      dependencies: ["Canvas", "InputEvents", "TestSupport", "guest-player", "touchreel", "touchreel-window"],
      swiftSettings: strict),
  ]
)

// Each module of Sources has a README, which is not built.
for target in package.targets where target.path == nil && [.regular, .executable].contains(target.type) {
  target.exclude.append("README.md")
}
