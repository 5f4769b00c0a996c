import SystemPackage
import WindowArguments

extension FilePath {
  /// The path that an argument names, which need not be UTF-8.
  init(argument: String) { self.init(platformString: ArgumentBytes.bytes(of: argument)) }
}
