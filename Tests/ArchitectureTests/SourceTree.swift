import Foundation
import TestSupport

/// Swift files and how they refer to each other.
struct SourceTree {
  struct File {
    /// Below the folder of them all: the module first.
    var path: String
    var source: SwiftSource

    /// Without its suffix and without what follows a `+`.
    var name: String { String(parts.last?.prefix { $0 != "." && $0 != "+" } ?? "") }

    private var parts: [Substring] { path.split(separator: "/") }
    var module: String { String(parts[0]) }
    /// The folder right in the module that holds the file; `nil` for a file of the module's root.
    var folder: String? { parts.count > 2 ? String(parts[1]) : nil }
  }

  let files: [File]

  init(_ texts: [String: String]) {
    files = texts.sorted { $0.key < $1.key }.map { File(path: $0.key, source: SwiftSource($0.value)) }
  }

  /// The package's own.
  static let ofPackage = SourceTree(below: Checkout.url("Sources"))

  /// The Swift files below a folder.
  init(below folder: URL) {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    let swift = paths.filter { $0.hasSuffix(".swift") }.map { path in
      (path, (try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)) ?? "")
    }
    self.init(Dictionary(uniqueKeysWithValues: swift))
  }

  var modules: Set<String> { Set(files.map(\.module)) }

  /// What all of its files import.
  var imports: Set<String> { files.reduce(into: []) { $0.formUnion($1.source.imports) } }

  /// What a module's files import.
  func imports(of module: String) -> Set<String> {
    files.filter { $0.module == module }.reduce(into: []) { $0.formUnion($1.source.imports) }
  }

  /// The pairs of folders of one module that name each other's types, as `Module: one, other`.
  ///
  /// The module's root may use its folders, and they may use it. A type that two files declare belongs to neither.
  var foldersUsingEachOther: Set<String> {
    let used = usedFolders
    return Set(
      used.filter { $0.from < $0.to && used.contains(Use(module: $0.module, from: $0.to, to: $0.from)) }
        .map { "\($0.module): \($0.from), \($0.to)" })
  }

  private struct Use: Hashable {
    var module: String
    var from: String
    var to: String
  }

  private var usedFolders: Set<Use> {
    let owners = owners
    var uses: Set<Use> = []
    for file in files {
      guard let folder = file.folder else { continue }
      for word in file.source.words {
        guard let owner = owners[word], owner.module == file.module, let used = owner.folder, used != folder else {
          continue
        }
        uses.insert(Use(module: file.module, from: folder, to: used))
      }
    }
    return uses
  }

  /// The file of each type that one file alone declares.
  private var owners: [String: File] {
    let declaring = Dictionary(grouping: files.flatMap { file in file.source.declared.map { ($0, file) } }, by: \.0)
    return declaring.compactMapValues { $0.count == 1 ? $0[0].1 : nil }
  }
}
