import Glibc
package import SystemPackage

/// The program that runs.
package enum ThisProgram {
  /// Where it lies.
  package static var folder: FilePath {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &bytes, bytes.count - 1)
    guard count > 0 else { return FilePath(CommandLine.arguments[0]).removingLastComponent() }
    return FilePath(platformString: bytes).removingLastComponent()
  }
}
