// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Fuzzers",
  dependencies: [.package(name: "TouchReel", path: "..")],
  targets: [
    // One program of all targets, since linking and optimizing everything for each of them takes minutes.
    .executableTarget(
      name: "fuzz", dependencies: [.product(name: "TouchReel", package: "TouchReel")], path: "Sources/Fuzz",
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .treatAllWarnings(as: .error),
      ])
  ]
)
