// swift-tools-version: 6.2

import PackageDescription

/// What the compiler calls the package beside this one: its folder's name. Only the fuzzers use what that declares as
/// `package`, and are a package of their own for their sanitizer.
let packageName = String(
  (Context.packageDirectory.split(separator: "/").dropLast().last ?? "").lowercased()
    .map { $0.isLetter || $0.isNumber ? $0 : "_" })

let package = Package(
  name: "Fuzzers",
  dependencies: [.package(name: "TouchReel", path: "..")],
  targets: [
    // One program of all targets, since linking and optimizing everything for each of them takes minutes.
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .product(name: "TouchReel", package: "TouchReel"), .product(name: "TouchReelStudies", package: "TouchReel"),
      ], path: "Sources/Fuzz",
      // Its own package's name would come last, and count.
      packageAccess: false,
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .treatAllWarnings(as: .error),
        .unsafeFlags(["-package-name", packageName]),
      ])
  ]
)
