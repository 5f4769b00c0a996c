// swift-tools-version: 6.2

import PackageDescription

/// What the compiler calls the package beside this one: its folder's name. Only the benchmarks use what that declares as
/// `package`, and are a package of their own for their release build.
let packageName = String(
  (Context.packageDirectory.split(separator: "/").dropLast().last ?? "").lowercased()
    .map { $0.isLetter || $0.isNumber ? $0 : "_" })

let package = Package(
  name: "Benchmarks",
  dependencies: [
    .package(name: "TouchReel", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    .executableTarget(
      name: "bench",
      dependencies: [
        .product(name: "TouchReel", package: "TouchReel"),
        .product(name: "SeededCases", package: "TouchReel"),
        .product(name: "touchreel", package: "TouchReel"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
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
