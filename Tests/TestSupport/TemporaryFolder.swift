package import Foundation

/// A folder for one test, which is removed together with this object.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("touchreel-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// - Parameter name: below the folder.
  package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  package func url(_ name: String) -> URL { url.appendingPathComponent(name) }

  /// What is right in the folder, in order.
  package var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? [] }

  /// The files in it and in its folders, in order.
  package func files(endingIn suffix: String) -> [URL] {
    FileManager.default.regularFiles(below: url.path).filter { $0.hasSuffix(suffix) }.map(url)
  }

  /// Writes a file, in folders that are made for it.
  /// - Returns: its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String { try write(Data(text.utf8), to: name) }

  @discardableResult
  package func write(_ bytes: some DataProtocol, to name: String) throws -> String {
    let file = url(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  package func text(_ name: String) throws -> String { try String(contentsOf: url(name), encoding: .utf8) }

  /// The permissions of a file, as `chmod` numbers them.
  package func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }
}
