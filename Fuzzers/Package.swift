// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "Fuzzers",
  dependencies: [.package(name: "TouchReel", path: "..")],
  targets: [
    .executableTarget(
      name: "recordings", dependencies: [.product(name: "TouchReel", package: "TouchReel")],
      path: "Sources/FuzzRecordings", swiftSettings: strict),
    .executableTarget(
      name: "drawings", dependencies: [.product(name: "TouchReel", package: "TouchReel")],
      path: "Sources/FuzzDrawings", swiftSettings: strict),
  ]
)
