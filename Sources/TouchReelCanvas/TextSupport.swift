import Glibc

/// What drawing texts takes: libraries that are opened when they are first needed, and fonts.
package enum TextSupport: Hashable, Sendable {
  /// - Parameter package: of Debian.
  case missingLibrary(String, package: String)
  case noFonts
  case fonts(Int)

  /// What this machine has.
  package static func find() -> TextSupport {
    let needed = [
      ("libcairo.so.2", "libcairo2"), ("libpangocairo-1.0.so.0", "libpangocairo-1.0-0"),
      ("libfontconfig.so.1", "libfontconfig1"),
    ]
    for (name, package) in needed where dlopen(name, RTLD_LAZY | RTLD_LOCAL) == nil {
      return .missingLibrary(name, package: package)
    }
    let count = countedFonts()
    return count > 0 ? .fonts(count) : .noFonts
  }

  /// Counts by Fontconfig, which Pango asks for fonts as well.
  private static func countedFonts() -> Int {
    typealias FontsOfConfig = @convention(c) (OpaquePointer?, CInt) -> UnsafePointer<CInt>?
    let systemSet: CInt = 0
    guard let library = dlopen("libfontconfig.so.1", RTLD_LAZY | RTLD_LOCAL),
      let symbol = dlsym(library, "FcConfigGetFonts")
    else { return 0 }
    // The set begins with how many it has.
    return unsafeBitCast(symbol, to: FontsOfConfig.self)(nil, systemSet).map { Int($0.pointee) } ?? 0
  }
}
