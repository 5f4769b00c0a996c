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
    .library(name: "TouchReel", targets: ["TouchReel"]),
    .library(name: "TouchReelDevices", targets: ["TouchReelDevices"]),
    // For the package of the fuzzers.
    .library(name: "TouchReelStudies", targets: ["TouchReelStudies"]),
    // The sessions and numbers that the tests make by seeds, for the package of the benchmarks.
    .library(name: "SeededCases", targets: ["SeededCases"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    .systemLibrary(name: "CTouchReelZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CTouchReelISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
    // Opened when they are first needed, so none is linked: pkg-config would have them linked.
    .systemLibrary(name: "CTouchReelCairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CTouchReelPango", providers: [.apt(["libpangocairo-1.0-0"])]),
    .systemLibrary(name: "CTouchReelPixbuf", providers: [.apt(["libgdk-pixbuf-2.0-0"])]),
    .systemLibrary(name: "CTouchReelPoppler", providers: [.apt(["libpoppler-glib8"])]),
    .systemLibrary(name: "CTouchReelYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CTouchReelEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CTouchReelMalloc"),
    .systemLibrary(name: "CTouchReelGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .target(name: "CTouchReelCoverage", cSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "CTouchReelVersion",
      cSettings: [.define("TOUCHREEL_COMMIT", to: "\"\(commit)\""), .treatAllWarnings(as: .error)]),

    .target(name: "TouchReelClampedNumbers", swiftSettings: strict),
    .target(name: "TouchReelInputEvents", dependencies: ["TouchReelClampedNumbers"], swiftSettings: strict),
    .target(name: "TouchReelTouchTracking", dependencies: ["TouchReelInputEvents"], swiftSettings: strict),
    .target(name: "TouchReelMCAP", dependencies: ["CTouchReelISAL", "CTouchReelZstd"], swiftSettings: strict),
    .target(name: "TouchReelByteStreams", dependencies: ["CTouchReelISAL", systemPackage], swiftSettings: strict),
    .target(
      name: "TouchReelRecordings",
      dependencies: [
        "TouchReelByteStreams", "TouchReelInkFiles", "TouchReelInputEvents", "TouchReelMCAP", systemPackage,
      ],
      swiftSettings: strict),
    .target(
      name: "TouchReelInkFiles", dependencies: ["CTouchReelISAL", "TouchReelClampedNumbers"], swiftSettings: strict),
    .target(
      name: "TouchReelRecordingFormats",
      dependencies: [
        "TouchReelByteStreams", "CTouchReelYaml", "TouchReelClampedNumbers", "TouchReelInkFiles",
        "TouchReelInputEvents", "TouchReelRecordings", systemPackage,
      ],
      swiftSettings: strict),
    .target(
      name: "TouchReelCanvas",
      dependencies: [
        "CTouchReelCairo", "CTouchReelCoverage", "CTouchReelISAL", "CTouchReelPango", "CTouchReelPixbuf",
        "CTouchReelPoppler", "TouchReelClampedNumbers",
      ],
      swiftSettings: strict),
    .target(
      name: "TouchReelDrawings",
      dependencies: ["TouchReelCanvas", "TouchReelClampedNumbers", "TouchReelTouchTracking"], swiftSettings: strict),
    .target(
      name: "TouchReelDrawingBoard",
      dependencies: [
        "TouchReelCanvas", "TouchReelClampedNumbers", "TouchReelDrawings", "TouchReelInputEvents",
        "TouchReelTouchTracking",
      ],
      swiftSettings: strict),
    .target(
      name: "TouchReelDrawingFiles",
      dependencies: [
        "TouchReelCanvas", "TouchReelClampedNumbers", "TouchReelDrawingBoard", "TouchReelDrawings", "TouchReelInkFiles",
        "TouchReelInputEvents", "TouchReelTouchTracking",
      ],
      swiftSettings: strict
    ),
    .target(
      name: "TouchReelReplaying",
      dependencies: [
        "TouchReelByteStreams", "TouchReelCanvas", "TouchReelClampedNumbers", "TouchReelDrawingBoard",
        "TouchReelDrawingFiles", "TouchReelDrawings", "TouchReelInkFiles",
        "TouchReelInputEvents", "TouchReelRecordingFormats", "TouchReelRecordings", "TouchReelTouchTracking",
        systemPackage,
      ], swiftSettings: strict),
    .target(
      name: "TouchReelExporting",
      dependencies: [
        "CTouchReelISAL", "TouchReelByteStreams", "TouchReelCanvas", "TouchReelClampedNumbers", "TouchReelDrawingBoard",
        "TouchReelDrawingFiles", "TouchReelDrawings", "TouchReelInkFiles",
        "TouchReelInputEvents",
        "TouchReelRecordingFormats", "TouchReelRecordings", "TouchReelReplaying", "TouchReelTouchTracking",
        systemPackage,
      ],
      resources: [.embedInCode("Player/Resources")], swiftSettings: strict),
    .target(
      name: "TouchReelStudies",
      dependencies: [
        "TouchReelByteStreams", "TouchReelExporting", "TouchReelInputEvents", "TouchReelRecordingFormats",
        "TouchReelRecordings", "TouchReelReplaying", "TouchReelTouchTracking", systemPackage,
      ], swiftSettings: strict),
    .target(
      name: "TouchReel",
      dependencies: [
        "TouchReelByteStreams", "TouchReelCanvas", "TouchReelDrawingBoard", "TouchReelDrawingFiles",
        "TouchReelDrawings", "TouchReelExporting", "TouchReelInputEvents",
        "TouchReelRecordingFormats", "TouchReelRecordings", "TouchReelReplaying", "TouchReelTouchTracking",
      ], swiftSettings: strict),
    .target(
      name: "TouchReelEvdevDevices",
      dependencies: [
        "TouchReelByteStreams", "CTouchReelEvdev", "TouchReelInputEvents", "TouchReelRecordings",
        "TouchReelTouchTracking", systemPackage,
      ],
      swiftSettings: strict),
    .target(
      name: "TouchReelConfinedDecoding",
      dependencies: ["TouchReelByteStreams", "TouchReelCanvas", "TouchReelEvdevDevices", systemPackage],
      swiftSettings: strict),
    .target(
      name: "TouchReelInjection",
      dependencies: [
        "TouchReelByteStreams", "CTouchReelEvdev", "TouchReelEvdevDevices", "TouchReelInputEvents",
        "TouchReelRecordingFormats", "TouchReelRecordings", "TouchReelReplaying",
        "TouchReelTouchTracking", systemPackage,
      ],
      swiftSettings: strict),
    .target(
      name: "TouchReelLiveDrawing",
      dependencies: [
        "TouchReelByteStreams", "TouchReelCanvas", "TouchReelClampedNumbers", "TouchReelDrawingBoard",
        "TouchReelDrawingFiles", "TouchReelDrawings", "TouchReelEvdevDevices",
        "TouchReelInputEvents",
        "TouchReelRecordingFormats", "TouchReelRecordings", "TouchReelReplaying", "TouchReelTouchTracking",
        systemPackage,
      ], swiftSettings: strict),
    .target(
      name: "TouchReelDevices",
      dependencies: ["TouchReelEvdevDevices", "TouchReelInjection", "TouchReelLiveDrawing", "TouchReel"],
      swiftSettings: strict),
    .target(
      name: "TouchReelWindowArguments",
      dependencies: [
        "TouchReelByteStreams", "CTouchReelVersion", "TouchReelCanvas", "TouchReelDrawingBoard", "TouchReelDrawings",
        "TouchReelInputEvents", "TouchReelRecordings", "TouchReelReplaying", "TouchReelStudies",
        "TouchReelTouchTracking", argumentParser, systemPackage,
      ],
      swiftSettings: strict),
    .target(
      name: "TouchReelBoardWindow",
      dependencies: [
        "TouchReelByteStreams", "CTouchReelGtk", "CTouchReelMalloc", "TouchReelCanvas", "TouchReelClampedNumbers",
        "TouchReelDrawingBoard", "TouchReelDrawingFiles", "TouchReelDrawings", "TouchReelEvdevDevices",
        "TouchReelExporting",
        "TouchReelInputEvents", "TouchReelLiveDrawing", "TouchReelRecordingFormats", "TouchReelRecordings",
        "TouchReelReplaying", "TouchReelStudies", "TouchReelTouchTracking", "TouchReelWindowArguments",
        systemPackage,
      ], resources: [.embedInCode("Resources")], swiftSettings: onMainThread),
    .executableTarget(
      name: "touchreel-window",
      dependencies: [
        "TouchReelBoardWindow", "TouchReelByteStreams", "TouchReelCanvas", "TouchReelConfinedDecoding",
        "TouchReelRecordings", "TouchReelWindowArguments", argumentParser,
      ],
      swiftSettings: onMainThread),
    .executableTarget(
      name: "touchreel",
      dependencies: [
        "TouchReelByteStreams", "CTouchReelMalloc", "TouchReelCanvas", "TouchReelClampedNumbers",
        "TouchReelDrawingBoard", "TouchReelDrawingFiles", "TouchReelDrawings",
        "TouchReelEvdevDevices",
        "TouchReelExporting", "TouchReelInjection", "TouchReelInkFiles", "TouchReelInputEvents", "TouchReelLiveDrawing",
        "TouchReelMCAP", "TouchReelRecordingFormats", "TouchReelRecordings",
        "TouchReelReplaying",
        "TouchReelStudies", "TouchReelTouchTracking", "TouchReelWindowArguments",
        argumentParser, systemPackage,
      ], resources: [.embedInCode("Licenses")], swiftSettings: strict),

    .target(
      name: "SeededCases", dependencies: ["TouchReelInputEvents", "TouchReelRecordings"], path: "Tests/SeededCases",
      swiftSettings: strict
    ),
    .target(
      name: "SeededDrawings", dependencies: ["TouchReelCanvas", "TouchReelDrawings", "TouchReelTouchTracking"],
      path: "Tests/SeededDrawings", swiftSettings: strict),
    // Looks at every pixel, so it is optimized, other than the tests themselves.
    .target(
      name: "PixelComparison", dependencies: ["TouchReelCanvas"], path: "Tests/PixelComparison", swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["TouchReelInputEvents", "SeededCases"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .executableTarget(
      name: "guest-player", dependencies: ["CTouchReelEvdev"], path: "Tests/GuestPlayer", swiftSettings: strict),
    .executableTarget(
      name: "guest-drawer",
      dependencies: [
        "TouchReelByteStreams", "TouchReelCanvas", "TouchReelDrawingBoard", "TouchReelEvdevDevices",
        "TouchReelInputEvents", "TouchReelLiveDrawing", "TouchReelTouchTracking",
        systemPackage,
      ], path: "Tests/GuestDrawer", swiftSettings: strict),

    .testTarget(
      name: "ArchitectureTests", dependencies: ["TestSupport"], exclude: ["Initializers"], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "ByteStreamsTests", dependencies: ["TouchReelByteStreams", "SeededCases", "TestSupport", systemPackage],
      swiftSettings: quicklyBuilt
    ),
    .testTarget(
      name: "InputEventsTests", dependencies: ["TouchReelInputEvents", "SeededCases"], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "InkFilesTests", dependencies: ["TouchReelInkFiles", "SeededCases"], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "TouchTrackingTests",
      dependencies: ["TouchReelInputEvents", "SeededCases", "TestSupport", "TouchReelTouchTracking"],
      swiftSettings: quicklyBuilt),
    .testTarget(
      name: "MCAPTests", dependencies: ["TouchReelMCAP", "SeededCases", "TestSupport"], exclude: ["Scripts"],
      swiftSettings: quicklyBuilt),
    .testTarget(
      name: "RecordingsTests",
      dependencies: [
        "TouchReelByteStreams", "TouchReelInputEvents", "TouchReelMCAP", "TouchReelRecordingFormats",
        "TouchReelRecordings", "SeededCases", "TestSupport",
        "TouchReelTouchTracking", systemPackage,
      ],
      swiftSettings: quicklyBuilt),
    .testTarget(
      name: "CanvasTests", dependencies: ["TouchReelCanvas", "SeededCases", "TestSupport"], exclude: ["Processors"],
      swiftSettings: quicklyBuilt),
    .testTarget(
      name: "DrawingBoardTests",
      dependencies: [
        "TouchReelCanvas", "TouchReelDrawingBoard", "TouchReelDrawings", "TouchReelInputEvents", "SeededCases",
        "TestSupport", "TouchReelTouchTracking",
      ],
      exclude: ["Golden"],
      swiftSettings: quicklyBuilt),
    .testTarget(
      name: "DrawingFilesTests",
      dependencies: [
        "TouchReelCanvas", "TouchReelDrawingBoard", "TouchReelDrawingFiles", "TouchReelDrawings", "TouchReelInkFiles",
        "TouchReelInputEvents", "SeededCases",
        "SeededDrawings", "TestSupport", "TouchReelTouchTracking",
      ],
      exclude: ["Golden"],
      swiftSettings: quicklyBuilt),
    .testTarget(
      name: "ReplayingTests",
      dependencies: [
        "TouchReelByteStreams", "TouchReelCanvas", "TouchReelDrawingBoard", "TouchReelDrawingFiles",
        "TouchReelDrawings", "TouchReelInputEvents", "TouchReelRecordingFormats",
        "TouchReelRecordings", "TouchReelReplaying", "SeededCases", "SeededDrawings", "TestSupport",
        "TouchReelTouchTracking", systemPackage,
      ], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "ExportingTests",
      dependencies: [
        "TouchReelByteStreams", "TouchReelCanvas", "TouchReelDrawingBoard", "TouchReelDrawingFiles",
        "TouchReelDrawings", "TouchReelExporting", "TouchReelInputEvents",
        "PixelComparison",
        "TouchReelRecordingFormats", "TouchReelRecordings", "TouchReelReplaying", "SeededCases", "SeededDrawings",
        "TestSupport", "TouchReelTouchTracking",
        systemPackage,
      ], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "TouchReelByteStreams", "TouchReelCanvas", "TouchReelDrawingBoard", "TouchReelDrawingFiles",
        "TouchReelDrawings", "TouchReelInputEvents", "TouchReelMCAP", "TouchReelRecordingFormats",
        "TouchReelRecordings", "TouchReelReplaying", "SeededCases", "TestSupport", "TouchReelTouchTracking",
        systemPackage,
      ], exclude: ["Sandbox"], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "EvdevDevicesTests",
      dependencies: [
        "TouchReelByteStreams", "TouchReelEvdevDevices", "TouchReelInputEvents", "TouchReelRecordingFormats",
        "TouchReelRecordings", "TouchReelReplaying", "SeededCases", "TestSupport",
        "TouchReelTouchTracking", systemPackage,
      ], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "InjectionTests",
      dependencies: [
        "TouchReelEvdevDevices", "TouchReelInjection", "TouchReelInputEvents", "TouchReelRecordings", "SeededCases",
        "TouchReelTouchTracking",
      ],
      swiftSettings: quicklyBuilt),
    .testTarget(
      name: "BoardWindowTests",
      dependencies: [
        "TouchReelBoardWindow", "TouchReelByteStreams", "CTouchReelGtk", "TouchReelCanvas", "TouchReelDrawingBoard",
        "TouchReelDrawingFiles", "TouchReelDrawings", "TouchReelExporting",
        "TouchReelInputEvents", "TouchReelLiveDrawing", "TouchReelRecordingFormats", "TouchReelRecordings",
        "TouchReelReplaying", "SeededCases", "TestSupport",
        "TouchReelTouchTracking", "TouchReelWindowArguments", argumentParser, systemPackage,
      ], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "ConfinedDecodingTests",
      dependencies: [
        "TouchReelByteStreams", "TouchReelCanvas", "TouchReelConfinedDecoding", "SeededCases", "TestSupport",
        "touchreel-window", systemPackage,
      ], exclude: ["Probe"], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "StudiesTests",
      dependencies: [
        "TouchReelByteStreams", "TouchReelInputEvents", "TouchReelLiveDrawing", "TouchReelRecordings",
        "TouchReelStudies", "TouchReelTouchTracking", "SeededCases", "TestSupport", systemPackage,
      ], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "LiveDrawingTests",
      dependencies: [
        "TouchReelByteStreams", "TouchReelCanvas", "TouchReelDrawingBoard", "TouchReelDrawings",
        "TouchReelEvdevDevices", "TouchReelInputEvents", "TouchReelLiveDrawing",
        "TouchReelRecordingFormats", "TouchReelRecordings", "TouchReelReplaying", "SeededCases", "TestSupport",
        "TouchReelTouchTracking", systemPackage,
      ], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "GuestTests",
      dependencies: [
        "TouchReelByteStreams", "TouchReelCanvas", "TouchReelEvdevDevices", "TouchReelInputEvents",
        "TouchReelRecordingFormats", "TouchReelRecordings", "TouchReelReplaying",
        "SeededCases", "TestSupport", "TouchReelTouchTracking", "guest-drawer", "guest-player", "touchreel",
        systemPackage,
      ], swiftSettings: quicklyBuilt),
    .testTarget(
      name: "WindowTests",
      dependencies: [
        "TouchReelCanvas", "TouchReelInputEvents", "TouchReelStudies", "TestSupport", "guest-player", "touchreel",
        "touchreel-window", systemPackage,
      ],
      swiftSettings: strict),
  ]
)

// Each module of Sources has a README, which is not built.
for target in package.targets where target.path == nil && [.regular, .executable].contains(target.type) {
  target.exclude.append("README.md")
}
