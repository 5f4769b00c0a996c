import Foundation

/// What Package.swift says of the package's targets, read as text: `swift package` cannot be asked while it runs the
/// tests.
struct PackageManifest {
  struct Target {
    var name: String
    /// Whether it is run rather than imported.
    var isProgram: Bool
    /// Its folder, below the package's.
    var path: String
    /// The names that imports have.
    var dependencies: Set<String>
  }

  let targets: [Target]

  /// Products of other packages, by the constants that stand for them.
  private static let products = ["argumentParser": "ArgumentParser", "systemPackage": "SystemPackage"]

  init(_ text: String) {
    targets = text.components(separatedBy: "    .").compactMap(Self.target)
  }

  private static func target(_ declaration: String) -> Target? {
    let kinds = ["target(", "testTarget(", "executableTarget("]
    guard let kind = kinds.first(where: declaration.hasPrefix), let name = text("name: \"", "\"", in: declaration)
    else { return nil }
    let list = text("dependencies: [", "]", in: declaration) ?? ""
    let folder = kind == "testTarget(" ? "Tests" : "Sources"
    return Target(
      name: name, isProgram: kind == "executableTarget(",
      path: text("path: \"", "\"", in: declaration) ?? "\(folder)/\(name)",
      dependencies: Set(
        list.split(whereSeparator: { ", \n\"".contains($0) }).map { products[String($0)] ?? String($0) }))
  }

  /// What stands between two texts, where both are found.
  private static func text(_ start: String, _ end: String, in whole: String) -> String? {
    let rest = whole.components(separatedBy: start).dropFirst().first
    return rest.flatMap { $0.components(separatedBy: end).first }
  }

  /// Modules of ours and of packages that ours depends on.
  var modules: Set<String> {
    targets.reduce(into: Set(Self.products.values)) { $0.formUnion([$1.name] + $1.dependencies) }
  }
}
