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

let package = Package(
  name: "TouchReel",
  products: [
    .executable(name: "touchreel", targets: ["touchreel"]),
    .executable(name: "touchreel-window", targets: ["touchreel-window"]),
    .library(
      name: "TouchReel",
      targets: ["InputEvents", "TouchTracking", "Recordings", "Canvas", "DrawingBoard", "DrawingFiles", "Replaying"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
  ],
  targets: [
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .target(name: "CCoverage", cSettings: [.treatAllWarnings(as: .error)]),

    .target(name: "InputEvents", swiftSettings: strict),
    .target(name: "TouchTracking", dependencies: ["InputEvents"], swiftSettings: strict),
    .target(name: "MCAP", dependencies: ["CZstd", "CISAL"], swiftSettings: strict),
    .target(
      name: "Recordings",
      dependencies: [
        "InputEvents", "MCAP", "CYaml", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(
      name: "Canvas", dependencies: ["CCoverage", "CCairo", "CPango", "CISAL"], swiftSettings: strict),
    .target(name: "DrawingBoard", dependencies: ["TouchTracking", "Canvas"], swiftSettings: strict),
    .target(name: "DrawingFiles", dependencies: ["DrawingBoard"], swiftSettings: strict),
    .target(
      name: "Replaying",
      dependencies: [
        "Recordings", "DrawingFiles", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(
      name: "EvdevDevices",
      dependencies: [
        "Replaying", "CEvdev", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(
      name: "LiveDrawing",
      dependencies: [
        "Replaying", "EvdevDevices", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(
      name: "WindowArguments",
      dependencies: ["Replaying", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: strict),
    .target(
      name: "BoardWindow",
      dependencies: [
        "LiveDrawing", "EvdevDevices", "Replaying", "CGtk", .product(name: "SystemPackage", package: "swift-system"),
      ],
      resources: [.embedInCode("Resources")],
      swiftSettings: onMainThread),
    .executableTarget(
      name: "touchreel-window",
      dependencies: [
        "BoardWindow", "Recordings", "WindowArguments",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: onMainThread),
    .executableTarget(
      name: "touchreel",
      dependencies: [
        "Replaying", "EvdevDevices", "WindowArguments",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "guest-player", dependencies: ["CEvdev"], path: "Tests/GuestPlayer", swiftSettings: strict),
    .executableTarget(
      name: "guest-drawer",
      dependencies: ["LiveDrawing", .product(name: "SystemPackage", package: "swift-system")],
      path: "Tests/GuestDrawer", swiftSettings: strict),

    .testTarget(name: "InputEventsTests", dependencies: ["InputEvents"], swiftSettings: strict),
    .testTarget(
      name: "TouchTrackingTests", dependencies: ["SeededCases", "TouchTracking"], swiftSettings: strict),
    .testTarget(
      name: "MCAPTests", dependencies: ["SeededCases", "MCAP"], exclude: ["Scripts"], swiftSettings: strict),
    .testTarget(
      name: "RecordingsTests", dependencies: ["SeededCases", "Recordings", "TouchTracking"], swiftSettings: strict),
    .testTarget(name: "CanvasTests", dependencies: ["SeededCases", "Canvas"], swiftSettings: strict),
    .testTarget(
      name: "DrawingBoardTests", dependencies: ["SeededCases", "DrawingBoard"], exclude: ["Golden"],
      swiftSettings: strict),
    .testTarget(
      name: "DrawingFilesTests", dependencies: ["SeededCases", "DrawingFiles"], exclude: ["Golden"],
      swiftSettings: strict),
    .testTarget(
      name: "ReplayingTests",
      dependencies: ["SeededCases", "Replaying", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: strict),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "Replaying", "SeededCases", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "EvdevDevicesTests",
      dependencies: [
        "SeededCases", "EvdevDevices", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "BoardWindowTests",
      dependencies: [
        "SeededCases", "BoardWindow", "LiveDrawing", "DrawingBoard", "Canvas", "CGtk",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LiveDrawingTests",
      dependencies: ["SeededCases", "LiveDrawing", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: strict),
    .target(
      name: "SeededCases", dependencies: ["InputEvents"], path: "Tests/SeededCases", swiftSettings: strict),
    .target(
      name: "GuestKernel", dependencies: ["InputEvents"], path: "Tests/GuestKernel", swiftSettings: strict),
    .testTarget(
      name: "GuestTests",
      dependencies: [
        "SeededCases", "EvdevDevices", "GuestKernel", "Replaying", "touchreel", "guest-player", "guest-drawer",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WindowTests",
      dependencies: [
        "Canvas", "GuestKernel", "InputEvents", "guest-player", "touchreel", "touchreel-window",
      ],
      swiftSettings: strict),
  ]
)
