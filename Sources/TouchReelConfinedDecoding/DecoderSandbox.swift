import Glibc
import SystemPackage
import TouchReelEvdevDevices

/// What a decoder gives up: everything but reading the system's folders, among them libraries, and fonts.
enum DecoderSandbox {
  /// Folders of the system. Those of some distributions are in none of the others.
  private static let system: [FilePath] = [
    "/usr", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/var/cache/fontconfig", "/var/lib/fonts",
    "/nix/store", "/gnu/store", "/run/current-system", "/app", "/run/host/fonts", "/run/host/user-fonts",
  ]

  /// Confines this thread and those that it starts.
  static func enter() {
    var sandbox = Sandbox()
    for folder in system + fonts { sandbox.allow([.readFile, .readFolder], below: folder) }
    for file in ["/dev/urandom", "/dev/null"] as [FilePath] { sandbox.allow(.readFile, of: file) }
    sandbox.enter()
  }

  /// Where users have their fonts, the choice among them and the list of them (fonts-conf(5)).
  private static var fonts: [FilePath] {
    let home = variable("HOME")
    let data = variable("XDG_DATA_HOME") ?? home?.appending(".local/share")
    let cache = variable("XDG_CACHE_HOME") ?? home?.appending(".cache")
    let settings = variable("XDG_CONFIG_HOME") ?? home?.appending(".config")
    let folders = [
      home?.appending(".fonts"), data?.appending("fonts"), cache?.appending("fontconfig"),
      settings?.appending("fontconfig"), home?.appending(".fontconfig"),
    ]
    return folders.compactMap { $0 }
  }

  private static func variable(_ name: String) -> FilePath? {
    guard let value = getenv(name) else { return nil }
    let path = FilePath(platformString: value)
    return path.isAbsolute ? path : nil
  }
}
