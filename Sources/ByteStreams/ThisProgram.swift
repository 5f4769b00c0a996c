import Glibc
public import SystemPackage

/// The program that runs.
public enum ThisProgram {
  /// Where it lies.
  public static var folder: FilePath {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &bytes, bytes.count - 1)
    guard count > 0 else { return FilePath(CommandLine.arguments[0]).removingLastComponent() }
    return FilePath(platformString: bytes).removingLastComponent()
  }
}
